import type { DeviceKey, PublicDeviceKey } from "@knowhow/shared";

const curve = { name: "ECDH", namedCurve: "P-256" } as const;
const cipher = "AES-GCM";
const ivBytes = 12;
const purpose = new TextEncoder().encode("knowhow unsent");

/** Bytes that only their user's key opens. */
export interface SealedBytes {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

const agreeOnKey = async (
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  usage: "encrypt" | "decrypt",
): Promise<CryptoKey> => {
  const secret = await crypto.subtle.deriveBits({ name: curve.name, public: publicKey }, privateKey, 256);
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: purpose };
  return crypto.subtle.deriveKey(derivation, material, { name: cipher, length: 256 }, false, [usage]);
};

const importPublic = ({ x, y }: PublicDeviceKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty: "EC", crv: curve.namedCurve, x, y }, curve, false, []);

/** Seals for a user by the public half of their key; `origin` is needed to open it, and is no secret. */
export const createSealer = async (key: PublicDeviceKey) => {
  const pair = await crypto.subtle.generateKey(curve, false, ["deriveBits"]);
  const agreed = await agreeOnKey(pair.privateKey, await importPublic(key), "encrypt");
  return {
    keyId: key.id,
    origin: await crypto.subtle.exportKey("raw", pair.publicKey),
    seal: async (plain: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<SealedBytes> => {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      return { iv, bytes: await crypto.subtle.encrypt({ name: cipher, iv }, agreed, plain) };
    },
  };
};
export type Sealer = Awaited<ReturnType<typeof createSealer>>;

/** Opens bytes sealed for the key's owner; fails for bytes of another user. */
export const createOpener = async ({ x, y, d }: DeviceKey) => {
  const jwk = { kty: "EC", crv: curve.namedCurve, x, y, d };
  const privateKey = await crypto.subtle.importKey("jwk", jwk, curve, false, ["deriveBits"]);
  return async (origin: ArrayBuffer, { iv, bytes }: SealedBytes): Promise<ArrayBuffer> => {
    const publicKey = await crypto.subtle.importKey("raw", origin, curve, false, []);
    const agreed = await agreeOnKey(privateKey, publicKey, "decrypt");
    return crypto.subtle.decrypt({ name: cipher, iv }, agreed, bytes);
  };
};
