import { randomUUID } from "node:crypto";

/** Messages that the provider takes and gives only encrypted: those about sellers and payouts. */
export interface TossSeal {
  close(value: unknown): Promise<string>;
  /** Throws when the text is no message of the provider's. */
  open(text: string): Promise<unknown>;
}

/** A moment as the provider writes it, in Korea: `2026-11-21T09:00:00+09:00`. */
const inKorea = (date: Date): string =>
  `${new Date(date.getTime() + 9 * 60 * 60 * 1_000).toISOString().slice(0, 19)}+09:00`;

/** Compact JWE (`dir`, A256GCM) under the shop's security key of 64 hexadecimal digits. */
export const createSeal = (securityKey: string): TossSeal => {
  const key = Buffer.from(securityKey, "hex");
  return {
    async close(value) {
      const { CompactEncrypt } = await import("jose");
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", iat: inKorea(new Date()), nonce: randomUUID() })
        .encrypt(key);
    },
    async open(text) {
      const { compactDecrypt } = await import("jose");
      const { plaintext } = await compactDecrypt(text.trim(), key, {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
    },
  };
};
