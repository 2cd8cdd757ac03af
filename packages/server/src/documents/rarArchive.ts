import { crc32 } from "node:zlib";
import { archiveLimits, type ArchiveEntry } from "./archiveRules.ts";
import type { JudgedFile } from "./judgedFile.ts";

/** What the headers of a rar archive tell; nothing of it is unpacked. */
export interface RarArchive {
  entries: ArchiveEntry[];
  /** The list of names itself can not be read without a password. */
  isSealed: boolean;
}

/** One block: what its header says, and where the next one begins. */
interface Block {
  entry?: ArchiveEntry;
  isSeal?: boolean;
  isEnd?: boolean;
  next: number;
}

type ReadBlock = (file: JudgedFile, at: number) => Block | undefined;

/** Entries of services, such as comments and old versions, are blocks too. */
const maxBlocks = archiveLimits.entries * 4;
const maxHeaderSize = 64 * 1024;

const unixSystem = 3;
const isUnixLink = (mode: number): boolean => (mode & 0xf0_00) === 0xa0_00;

/** Version 4 and before: a block is crc (2), type (1), flags (2), size (2), and the length of what follows it. */
const readOldBlock: ReadBlock = (file, at) => {
  const start = file.read(at, 7);
  if (start.length < 7) return undefined;
  const [type, flags, size] = [start.readUInt8(2), start.readUInt16LE(3), start.readUInt16LE(5)];
  const header = file.read(at, size);
  if (size < 7 || header.length < size || type < 0x72 || type > 0x7b) return undefined;
  // Programs disagree about what the checks of services cover.
  const isChecked = type === 0x73 || type === 0x74;
  if (isChecked && (crc32(header.subarray(2)) & 0xff_ff) !== header.readUInt16LE(0)) return undefined;
  if (type === 0x73) return { isSeal: (flags & 0x80) !== 0, next: at + size };
  if (type === 0x7b) return { isEnd: true, next: at + size };
  const isFile = type === 0x74 || type === 0x7a;
  const follows = isFile || (flags & 0x80_00) !== 0;
  if (size < (isFile ? 32 : follows ? 11 : 7)) return undefined;
  if (!isFile) return { next: at + size + (follows ? header.readUInt32LE(7) : 0) };
  const isLarge = (flags & 0x1_00) !== 0 && size >= 40;
  const packed = header.readUInt32LE(7) + (isLarge ? header.readUInt32LE(32) * 2 ** 32 : 0);
  const next = at + size + packed;
  if (type === 0x7a) return { next };
  const nameAt = isLarge ? 40 : 32;
  const bytes = header.subarray(nameAt, nameAt + header.readUInt16LE(26));
  // A name with letters beyond ASCII comes twice: as the old systems wrote it, and after a NUL packed.
  const end = (flags & 0x2_00) !== 0 ? bytes.indexOf(0) : -1;
  const isFolder = (flags & 0xe0) === 0xe0;
  const name = bytes.toString(end < 0 ? "utf8" : "latin1", 0, end < 0 ? bytes.length : end);
  return {
    next,
    entry: {
      name: isFolder ? `${name}/` : name,
      packed,
      size: header.readUInt32LE(11) + (isLarge ? header.readUInt32LE(36) * 2 ** 32 : 0),
      isLocked: (flags & 0x04) !== 0,
      isLink: header.readUInt8(15) === unixSystem && isUnixLink(header.readUInt32LE(28)),
    },
  };
};

/** Reads the numbers of version 5: seven bits a byte, the lowest first, as long as the top bit is set. */
const createReader = (bytes: Buffer, from = 0) => {
  let at = from;
  return {
    get at() {
      return at;
    },
    skip(count: number) {
      at += count;
    },
    number() {
      let value = 0;
      for (let step = 0; step < 10; step += 1) {
        const byte = bytes[at];
        if (byte === undefined) return Number.NaN;
        at += 1;
        value += (byte & 0x7f) * 2 ** (7 * step);
        if (byte < 0x80) return value;
      }
      return Number.NaN;
    },
  };
};

/** The records behind the name of an entry: whether it is locked, and whether it leads somewhere else. */
const readExtras = (bytes: Buffer): Pick<ArchiveEntry, "isLocked" | "isLink"> => {
  const found = { isLocked: false, isLink: false };
  for (let at = 0; at < bytes.length;) {
    const reader = createReader(bytes, at);
    const size = reader.number();
    const next = reader.at + size;
    const type = reader.number();
    if (!(size > 0)) break;
    if (type === 1) found.isLocked = true;
    // Links of one file to another inside the archive are copies of it; all others lead where they like.
    if (type === 5) {
      const kind = reader.number();
      found.isLink ||= kind !== 4 && kind !== 5;
    }
    at = next;
  }
  return found;
};

const readFile = (header: Buffer, from: number, extras: number, packed: number): ArchiveEntry => {
  const reader = createReader(header, from);
  const flags = reader.number();
  const size = reader.number();
  reader.number();
  reader.skip(((flags & 2) !== 0 ? 4 : 0) + ((flags & 4) !== 0 ? 4 : 0));
  reader.number();
  reader.number();
  const length = reader.number();
  const name = header.toString("utf8", reader.at, reader.at + length);
  return {
    name: (flags & 1) !== 0 ? `${name}/` : name,
    packed,
    // What comes from a pipe has no size of its own.
    size: (flags & 8) !== 0 ? packed : size,
    ...readExtras(header.subarray(header.length - extras)),
  };
};

/** Version 5: a block is crc (4), size, and then by that size type, flags, and the lengths of extras and of what follows. */
const readNewBlock: ReadBlock = (file, at) => {
  const start = file.read(at, 14);
  const sizes = createReader(start, 4);
  const size = sizes.number();
  const length = sizes.at + size;
  if (!(size > 0) || length > maxHeaderSize) return undefined;
  const header = file.read(at, length);
  if (header.length < length || crc32(header.subarray(4)) !== header.readUInt32LE(0)) return undefined;
  const reader = createReader(header, sizes.at);
  const [type, flags] = [reader.number(), reader.number()];
  const extras = (flags & 1) !== 0 ? reader.number() : 0;
  const packed = (flags & 2) !== 0 ? reader.number() : 0;
  const next = at + length + packed;
  if (!Number.isSafeInteger(next) || extras > length) return undefined;
  if (type === 4) return { isSeal: true, next };
  if (type === 5) return { isEnd: true, next };
  return type === 2 ? { next, entry: readFile(header, reader.at, extras, packed) } : { next };
};

/** Reads the headers of a rar archive of either version; undefined if it is damaged or ends too early. */
export const openRar = (file: JudgedFile): RarArchive | undefined => {
  const isNew = file.read(0, 8).readUInt8(6) === 1;
  const readBlock = isNew ? readNewBlock : readOldBlock;
  const entries: ArchiveEntry[] = [];
  let at = isNew ? 8 : 7;
  for (let count = 0; count < maxBlocks && at < file.size; count += 1) {
    const block = readBlock(file, at);
    if (!block || block.next > file.size) return undefined;
    if (block.isSeal) return { entries, isSealed: true };
    if (block.isEnd) break;
    if (block.entry) entries.push(block.entry);
    if (entries.length > archiveLimits.entries) break;
    at = block.next;
  }
  return { entries, isSealed: false };
};
