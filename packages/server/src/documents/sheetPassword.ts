import { createHash } from "node:crypto";

/** The password that Excel sets where only the structure of a workbook is protected: it opens for everybody. */
const knownPassword = "VelvetSweatshop";

const wide = Buffer.from(knownPassword, "utf16le");

/** RC4, which today's OpenSSL no longer offers; old workbooks have nothing else. */
const decipher = (key: Buffer, bytes: Buffer): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 0xff] ?? 0;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one & 0xff] = at(other);
    state[other & 0xff] = kept;
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 0xff;
    swap(index, other);
  }
  let other = 0;
  return Buffer.from(
    bytes.map((byte, index) => {
      const one = (index + 1) & 0xff;
      other = (other + at(one)) & 0xff;
      swap(one, other);
      return byte ^ at(at(one) + at(other));
    }),
  );
};

const hash = (kind: "md5" | "sha1", ...parts: Buffer[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHash(kind)).digest();

const firstBlock = Buffer.alloc(4);

/** The older of the two ways: MD5 and 40 bits. */
const fitsBasic = (salt: Buffer, locked: Buffer): boolean => {
  const short = hash("md5", wide).subarray(0, 5);
  const mixed = hash("md5", ...Array.from({ length: 16 }, () => [short, salt]).flat()).subarray(0, 5);
  const open = decipher(hash("md5", mixed, firstBlock), locked);
  return hash("md5", open.subarray(0, 16)).equals(open.subarray(16, 32));
};

/** The newer one: SHA-1 and a key of a length that is told. */
const fitsStrong = (bits: number, salt: Buffer, locked: Buffer): boolean => {
  const full = hash("sha1", hash("sha1", salt, wide), firstBlock);
  // Forty bits are used as sixteen bytes with zeros behind them.
  const key = bits === 40 ? Buffer.concat([full.subarray(0, 5)], 16) : full.subarray(0, bits / 8);
  if (key.length === 0) return false;
  const open = decipher(key, locked);
  return hash("sha1", open.subarray(0, 16)).equals(open.subarray(16, 36));
};

/** The check of the oldest way, of sixteen bits. */
const oldCheck = (): number => {
  const letters = Buffer.from(knownPassword, "latin1");
  const sum = [letters.length, ...letters].reduceRight(
    (value, letter) => (((value >> 14) & 1) | ((value << 1) & 0x7f_ff)) ^ letter,
    0,
  );
  return sum ^ 0xce_4b;
};

/** Tells whether the lock of a workbook (body of its FilePass record) opens without a question for a password. */
export const opensForAll = (lock: Buffer): boolean => {
  // Before 1997 the record was the check alone.
  if (lock.length === 4) return lock.readUInt16LE(2) === oldCheck();
  if (lock.length < 6) return false;
  if (lock.readUInt16LE(0) === 0) return lock.readUInt16LE(4) === oldCheck();
  const major = lock.readUInt16LE(2);
  if (major === 1) return lock.length >= 54 && fitsBasic(lock.subarray(6, 22), lock.subarray(22, 54));
  if (lock.length < 14) return false;
  // Flags, then the size of a header that holds the length of the key, then salt, check and its hash.
  const verifier = 14 + lock.readUInt32LE(10);
  if (lock.length < verifier + 60 || verifier < 34) return false;
  const bits = lock.readUInt32LE(14 + 16) || 40;
  const locked = Buffer.concat([
    lock.subarray(verifier + 20, verifier + 36),
    lock.subarray(verifier + 40, verifier + 60),
  ]);
  return bits <= 128 && fitsStrong(bits, lock.subarray(verifier + 4, verifier + 20), locked);
};
