import { safeStorage } from "electron";
import type { Seal } from "./sealedFile.ts";

/** Whether the system's key ring protects sealed data; a Linux without one in effect does not. */
export const isProtected = async (): Promise<boolean> =>
  (await safeStorage.isAsyncEncryptionAvailable()) &&
  (process.platform !== "linux" || safeStorage.getSelectedStorageBackend() !== "basic_text");

/** Seals by the system's key ring; what that does not protect is not kept beyond this run. */
export const systemSeal: Seal = {
  close: async (text) => ((await isProtected()) ? safeStorage.encryptStringAsync(text) : undefined),
  open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
};
