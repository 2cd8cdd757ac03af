import { safeStorage } from "electron";
import type { Seal } from "./sealedFile.ts";

/** Whether the system's key ring protects what is sealed; on a Linux without one it is in effect open. */
export const isProtected = async (): Promise<boolean> =>
  (await safeStorage.isAsyncEncryptionAvailable()) &&
  (process.platform !== "linux" || safeStorage.getSelectedStorageBackend() !== "basic_text");

/** Seals by the system's key ring; what that does not protect is not kept beyond this run. */
export const systemSeal: Seal = {
  close: async (text) => ((await isProtected()) ? safeStorage.encryptStringAsync(text) : undefined),
  open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
};
