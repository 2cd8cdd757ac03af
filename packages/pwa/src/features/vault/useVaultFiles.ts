import { useEffect, useState } from "react";
import type { Vault } from "../../offline/vault/vaultFiles.ts";
import { noPlan, type VaultFile, type VaultPlan } from "../../offline/vault/vaultRows.ts";

/** Only secure pages have ciphers and locks. */
export const canKeep = globalThis.isSecureContext && "locks" in navigator;

interface Opened {
  vault: Vault;
  files: VaultFile[];
  plan: VaultPlan;
}

/** A person's vault with its files and its plan, undefined until the device has answered; `hasFailed` where it can not. */
export const useVaultFiles = (personId: string) => {
  const [opened, setOpened] = useState<Opened>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let stop: () => void = () => undefined;
    let isGone = false;
    import("../../offline/vault/vaultFiles.ts").then(
      ({ openVault }) => {
        if (isGone) return;
        const vault = openVault(personId);
        stop = vault.watch((files, plan) => setOpened({ vault, files, plan }));
      },
      () => setHasFailed(true),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [personId]);
  return { vault: opened?.vault, files: opened?.files, plan: opened?.plan ?? noPlan, hasFailed };
};
