import { createRangeTransport, type ByteRange } from "@knowhow/ui/client/byteRange.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { isNoRoom } from "../noRoom.ts";
import type { Vault } from "./vaultFiles.ts";
import { partBytes, type VaultFile } from "./vaultRows.ts";

interface Loading {
  personId: string;
  vault: Vault;
  signal: AbortSignal;
}

/** The next part of a file. */
const fetchPart = async (
  { contentId, index, kind, received }: VaultFile,
  { personId, signal }: Loading,
): Promise<ByteRange | undefined> => {
  const params = { contentId, index: String(index) };
  const options = { personId, signal, sanctionIsFailure: true };
  if (kind === "text") {
    const text = await client.reading.text({ params }, options);
    const { buffer, byteLength } = new TextEncoder().encode(JSON.stringify(text));
    return {
      bytes: buffer.slice(received, received + partBytes),
      size: byteLength,
      version: String(byteLength),
    };
  }
  const { taken, transport } = createRangeTransport(received, partBytes);
  await client.files.download({ params, query: { read: "1" } }, { ...options, transport });
  return taken.range;
};

/** Loads the next part of a file. */
const loadPart = async (file: VaultFile, loading: Loading): Promise<void> => {
  const { vault } = loading;
  try {
    const part = await fetchPart(file, loading);
    if (!part) return;
    // Replaced by its seller since the first part.
    if (file.etag !== null && (file.etag !== part.version || file.size !== part.size))
      await vault.restart(file.id);
    else await vault.keepPart(file, part);
  } catch (error) {
    if (isNoRoom(error)) await vault.setState(file.id, "full");
    else if (hasCode(error, "PURCHASE_REQUIRED") || hasCode(error, "NOT_FOUND"))
      await vault.remove([file.id]);
    else if (hasCode(error, "NO_TEXT")) await vault.setState(file.id, "paused");
    else throw error;
  }
};

/** Loads files part by part, the first added first, until none waits; fails where the server can not be reached. */
export const loadVault = async (loading: Loading): Promise<void> => {
  for (;;) {
    loading.signal.throwIfAborted();
    const waiting = (await loading.vault.list()).filter(({ state }) => state === "loading");
    const [next] = waiting.sort((a, b) => a.addedAt - b.addedAt || a.index - b.index);
    if (!next) return;
    await loadPart(next, loading);
  }
};
