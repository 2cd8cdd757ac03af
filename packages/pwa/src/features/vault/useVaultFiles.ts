import { useEffect, useState } from "react";
import type { Vault } from "../../offline/vault/vaultFiles.ts";
import type { VaultFile } from "../../offline/vault/vaultRows.ts";

/** A person's vault with its files, both undefined until the device has answered; `hasFailed` where it can not. */
export const useVaultFiles = (personId: string) => {
  const [opened, setOpened] = useState<{ vault: Vault; files: VaultFile[] }>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let stop: () => void = () => undefined;
    let isGone = false;
    import("../../offline/vault/vaultFiles.ts").then(
      ({ openVault }) => {
        if (isGone) return;
        const vault = openVault(personId);
        stop = vault.watch((files) => setOpened({ vault, files }));
      },
      () => setHasFailed(true),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [personId]);
  return { vault: opened?.vault, files: opened?.files, hasFailed };
};
