import type { ReadingText } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { keyOf } from "@knowhow/ui/client/queries.ts";
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { VaultBytes } from "../../offline/vault/vaultFiles.ts";
import { vaultId } from "../../offline/vault/vaultRows.ts";
import { readingKindOf } from "./readingKind.ts";

interface KeptFile {
  personId: string;
  contentId: string;
  index: string;
}

/** A kept text takes the place of the server's answer. */
const takeText = async (
  queryClient: QueryClient,
  { contentId, index }: KeptFile,
  bytes: VaultBytes,
): Promise<void> => {
  const text = new TextDecoder().decode(await bytes.read(0, bytes.size));
  // Written by the vault from this call's answer.
  const answer = JSON.parse(text) as ReadingText;
  queryClient.setQueryData(keyOf(client.reading.text, { params: { contentId, index } }), answer);
};

/**
 * A file as it is kept on this device, null where it is not: its name and object, which an older version's may be, and the
 * bytes of its pages; a text has none, since the reader has it from then on.
 */
export const useKeptFile = (file: KeptFile, isWanted: boolean) => {
  const queryClient = useQueryClient();
  const { personId, contentId, index } = file;
  return useQuery({
    queryKey: ["kept file", personId, contentId, index],
    queryFn: async () => {
      const { openVault } = await import("../../offline/vault/vaultFiles.ts");
      const bytes = await openVault(personId).open(vaultId(contentId, Number(index)));
      if (!bytes) return null;
      const { fileName, objectPath } = bytes;
      if (readingKindOf(fileName) !== "text") return { fileName, objectPath, kept: bytes };
      await takeText(queryClient, file, bytes);
      return { fileName, objectPath };
    },
    enabled: isWanted,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  });
};

/** Removes the kept files of a content that the server refuses. */
export const removeKept = async (personId: string, contentId: string): Promise<void> => {
  const { openVault } = await import("../../offline/vault/vaultFiles.ts");
  await openVault(personId).removeLapsed(contentId);
};
