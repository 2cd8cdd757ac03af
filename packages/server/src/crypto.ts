import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const version = "v1";

/** Encryption of single values at rest; the owner's id is bound in, so that a value moved to another row fails. */
export interface Cipher {
  encrypt(value: string, owner: string): string;
  /** Throws when the value was altered, moved or encrypted with another key. */
  decrypt(stored: string, owner: string): string;
  /** Keyed digest of a value, for comparing without reading. */
  digest(value: string, owner: string): string;
}

/** AES-256-GCM with a 32-byte key: `v1.<iv>.<tag>.<ciphertext>` in base64url. */
export const createCipher = (key: Buffer): Cipher => ({
  encrypt(value, owner) {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
    return [version, ...[iv, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(".");
  },
  decrypt(stored, owner) {
    const [kind, iv, tag, text] = stored.split(".");
    if (kind !== version || iv === undefined || tag === undefined || text === undefined) {
      throw new Error("a stored value has an unknown form");
    }
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), { authTagLength: 16 })
      .setAAD(Buffer.from(owner))
      .setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString(
      "utf8",
    );
  },
  digest: (value, owner) => createHmac("sha256", key).update(`${owner}:${value}`).digest("base64url"),
});

/** Compares two texts in constant time. */
export const equalTexts = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** A 32-byte key for one purpose, derived from the session secret. */
export const deriveKey = ({ sessionSecret }: { sessionSecret: string }, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", sessionSecret, "knowhow", purpose, 32));
