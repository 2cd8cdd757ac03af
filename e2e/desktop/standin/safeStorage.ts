import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { app } from "./app.ts";

const algorithm = "aes-256-gcm";

/** The key that the system's key ring would hold; here a file beside the user data. */
const key = (): Buffer => {
  const folder = app.getPath("userData");
  const file = join(folder, "standin.key");
  if (existsSync(file)) return readFileSync(file);
  mkdirSync(folder, { recursive: true });
  const fresh = randomBytes(32);
  writeFileSync(file, fresh, { mode: 0o600 });
  return fresh;
};

const encryptString = (text: string): Buffer => {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key(), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

const decryptString = (sealed: Buffer): string => {
  const decipher = createDecipheriv(algorithm, key(), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
};

/** Electron's `safeStorage`, with real encryption under a key that is not protected. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => app.isReady(),
  getSelectedStorageBackend: (): string =>
    process.argv.includes("--password-store=basic") ? "basic_text" : "gnome_libsecret",
  encryptStringAsync: async (text: string): Promise<Buffer> => encryptString(text),
  decryptStringAsync: async (sealed: Buffer) => ({
    result: decryptString(sealed),
    shouldReEncrypt: false,
  }),
};
