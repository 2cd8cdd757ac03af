import { sha256 } from "@noble/hashes/sha2.js";
import type { VaultBytes } from "../vaultFiles.ts";

/** Bytes that are hashed at once: some milliseconds of a slow phone. */
const sliceBytes = 256 * 1024;

const rest = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** The SHA-256 of a kept file as it lies on the device, in base64; the page goes on meanwhile. */
export const wholeDigestOf = async (file: VaultBytes, signal: AbortSignal): Promise<string> => {
  const hash = sha256.create();
  for await (const part of file.parts())
    for (let at = 0; at < part.byteLength; at += sliceBytes) {
      hash.update(part.subarray(at, at + sliceBytes));
      await rest();
      signal.throwIfAborted();
    }
  return btoa(String.fromCharCode(...hash.digest()));
};
