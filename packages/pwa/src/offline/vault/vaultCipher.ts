import type { PersonDatabase } from "../database.ts";
import type { VaultFile, VaultPart } from "./vaultRows.ts";

const algorithm = "AES-GCM";
const ivBytes = 12;
/** The name of the key's row. */
export const vaultKeyName = "files";

/** The key of a person on this device: made once, of use in this browser alone, and gone with their database. */
const keyOf = async ({ vaultKeys }: PersonDatabase): Promise<CryptoKey> => {
  const known = await vaultKeys.get(vaultKeyName);
  if (known) return known.key;
  const key = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  // Another tab may have been first.
  await vaultKeys.add({ name: vaultKeyName, key }).catch("ConstraintError", () => undefined);
  return (await vaultKeys.get(vaultKeyName))?.key ?? key;
};

/** Binds a part to its place: it opens as no other part, of no other version. */
const bindingOf = ({ id, etag }: Pick<VaultFile, "id" | "etag">, index: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([id, etag, index]));

/** Encrypts a part of a file. */
export const encryptPart = async (
  base: PersonDatabase,
  file: Pick<VaultFile, "id" | "etag">,
  index: number,
  bytes: ArrayBuffer,
): Promise<VaultPart> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const parameters = { name: algorithm, iv, additionalData: bindingOf(file, index) };
  return {
    id: file.id,
    index,
    iv,
    bytes: await crypto.subtle.encrypt(parameters, await keyOf(base), bytes),
  };
};

/** Decrypts a part by its user's key; fails where it was changed, or belongs to another file or version. */
export const decryptBy = (
  key: CryptoKey,
  file: Pick<VaultFile, "id" | "etag">,
  { index, iv, bytes }: VaultPart,
): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: algorithm, iv, additionalData: bindingOf(file, index) }, key, bytes);

/** Decrypts a part, see `decryptBy`. */
export const decryptPart = async (
  base: PersonDatabase,
  file: Pick<VaultFile, "id" | "etag">,
  part: VaultPart,
): Promise<ArrayBuffer> => decryptBy(await keyOf(base), file, part);
