import type { ByteSource } from "./byteSource.ts";

const endSignature = 0x06_05_4b_50;
const end64Signature = 0x06_06_4b_50;
const locator64Signature = 0x07_06_4b_50;
const entrySignature = 0x02_01_4b_50;
const endSize = 22;
/** The end record is followed by a comment of at most 64 kB. */
const tailSize = endSize + 65_535;
/** Enough for a hundred thousand entries; more than that is read no further. */
const maxDirectory = 16 * 1024 * 1024;

interface Directory {
  offset: number;
  size: number;
}

const findEnd = (tail: Buffer): number => {
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === endSignature) return at;
  }
  return -1;
};

const largeDirectory = async (
  source: ByteSource,
  tail: Buffer,
  end: number,
): Promise<Directory | undefined> => {
  const locator = end - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== locator64Signature) return undefined;
  const record = await source.read(Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== end64Signature) return undefined;
  return { size: Number(record.readBigUInt64LE(40)), offset: Number(record.readBigUInt64LE(48)) };
};

const findDirectory = async (source: ByteSource): Promise<Directory | undefined> => {
  const tail = await source.read(Math.max(0, source.size - tailSize), tailSize);
  const end = findEnd(tail);
  if (end < 0) return undefined;
  const directory = { size: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) };
  return directory.offset === 0xff_ff_ff_ff || directory.size === 0xff_ff_ff_ff
    ? largeDirectory(source, tail, end)
    : directory;
};

/** Names of the entries of a zip archive, as its central directory lists them; undefined if it is damaged. */
export const zipEntries = async (source: ByteSource): Promise<string[] | undefined> => {
  const directory = await findDirectory(source);
  if (!directory || directory.offset + directory.size > source.size) return undefined;
  const bytes = await source.read(directory.offset, Math.min(directory.size, maxDirectory));
  const names: string[] = [];
  let at = 0;
  while (at + 46 <= bytes.length) {
    if (bytes.readUInt32LE(at) !== entrySignature) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString("utf8", at + 46, at + 46 + nameLength));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
};

/** Text of a first entry named `mimetype` that is stored uncompressed, as hwpx and ePub have it. */
export const zipMimetype = async (source: ByteSource): Promise<string | undefined> => {
  const head = await source.read(0, 256);
  if (head.length < 38 || head.readUInt16LE(8) !== 0) return undefined;
  const nameLength = head.readUInt16LE(26);
  if (head.toString("latin1", 30, 30 + nameLength) !== "mimetype") return undefined;
  const start = 30 + nameLength + head.readUInt16LE(28);
  // A length of 0 stands in the record behind the bytes; the types that matter are short.
  const length = head.readUInt32LE(18) || 64;
  return head.toString("latin1", start, start + Math.min(length, 64));
};
