import { createDecipheriv } from "node:crypto";
import { constants, inflateRawSync } from "node:zlib";
import { ExtractionFailed } from "../failures.ts";
import { sectionBytes } from "../limits.ts";

/** Unpacks a section; one that was cut off is read as far as it goes. */
export const unpack = (bytes: Buffer): Buffer => {
  try {
    return inflateRawSync(bytes, { maxOutputLength: sectionBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    // The only one of zlib's failures that is told as a range.
    throw new ExtractionFailed(error instanceof RangeError ? "tooLarge" : "damaged", "section");
  }
};

const keyRecord = 256;

/** The random numbers of Microsoft's C library, which hide the key. */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 214_013) + 2_531_011) | 0;
    return (state >>> 16) & 0x7f_ff;
  };
};

const keyOf = (record: Buffer): Buffer => {
  const seed = record.readUInt32LE(0);
  const random = randomOf(seed);
  const plain = Buffer.from(record);
  let value = 0;
  let repeats = 0;
  for (let index = 0; index < keyRecord; index += 1) {
    if (repeats === 0) {
      value = random() & 0xff;
      repeats = (random() & 0x0f) + 1;
    }
    repeats -= 1;
    // The seed itself stands in the open.
    if (index >= 4) plain[index] = (plain[index] ?? 0) ^ value;
  }
  const start = 4 + (seed & 0x0f);
  return plain.subarray(start, start + 16);
};

/**
 * Opens a section of a document that was made for distribution: it may be read by everybody and is protected against
 * changes only, with a key that stands in the section's first record.
 */
export const unlock = (bytes: Buffer): Buffer => {
  const body = 4 + keyRecord;
  if (bytes.length <= body) throw new ExtractionFailed("damaged", "no key");
  const decipher = createDecipheriv("aes-128-ecb", keyOf(bytes.subarray(4, body)), null).setAutoPadding(
    false,
  );
  const end = body + Math.floor((bytes.length - body) / 16) * 16;
  return decipher.update(bytes.subarray(body, end));
};
