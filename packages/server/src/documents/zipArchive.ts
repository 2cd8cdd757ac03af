import { fromBufferPromise, fromFdPromise, type Entry, type ZipFile } from "yauzl";
import { archiveLimits, type ArchiveEntry } from "./archiveRules.ts";
import type { JudgedFile } from "./judgedFile.ts";
import { orDamaged } from "./transient.ts";

/** Entries that are read; more than may be in an archive, so that its kind is still known. */
const maxEntries = 20_000;
/** Bytes of a name that is too long in every encoding; the archive is refused for it, so that no further one is read. */
const maxNameBytes = 4 * archiveLimits.name;

/** An entry as the directory tells it; `at` is where its own header begins. */
interface ZipEntry extends ArchiveEntry {
  at: number;
  /** It is stored or packed in the usual way, which can be undone. */
  isKnown: boolean;
}

/** A zip archive, of which pieces are read. */
export interface ZipArchive {
  readonly entries: ZipEntry[];
  /** The entries that the archive says it has: more than were read, when they are too many. */
  readonly count: number;
  /** The first bytes of an entry; empty when there is none, or it can not be unpacked. */
  read(name: string, length: number): Promise<Buffer>;
  /** Unpacks all and keeps nothing, to the first entry that holds more or less than it says; false when one does. */
  isHonest(): Promise<boolean>;
}

const isUtf8 = 0x8_00;
const regularLink = 0xa0_00;

const korean = new TextDecoder("euc-kr");

/** Old Korean programs write names in CP949, which no bit tells; what matters of a name is ASCII either way. */
const nameOf = ({ fileNameRaw, generalPurposeBitFlag }: Entry): string =>
  (generalPurposeBitFlag & isUtf8) !== 0 ? fileNameRaw.toString("utf8") : korean.decode(fileNameRaw);

const toEntry = (entry: Entry): ZipEntry => ({
  name: nameOf(entry),
  packed: entry.compressedSize,
  size: entry.uncompressedSize,
  isLocked: entry.isEncrypted(),
  isLink: ((entry.externalFileAttributes >>> 16) & 0xf0_00) === regularLink,
  at: entry.relativeOffsetOfLocalHeader,
  isKnown: entry.isEncrypted() || entry.canDecodeFileData(),
});

const unpack = async (zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer; // Unpacked entries give buffers.
    parts.push(bytes);
    length += bytes.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
};

/** How much comes out of an entry; counting ends as soon as it is more than the entry says. */
const lengthOf = async (zip: ZipFile, entry: Entry): Promise<number> => {
  let length = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    length += (chunk as Buffer).length; // Unpacked entries give buffers.
    if (length > entry.uncompressedSize) break;
  }
  return length;
};

const options = { autoClose: false, lazyEntries: true, decodeStrings: false } as const;

const open = (file: JudgedFile): Promise<ZipFile> =>
  file.descriptor === undefined
    ? fromBufferPromise(file.read(0, file.size), options)
    : fromFdPromise(file.descriptor, options);

/** Opens a zip archive by its central directory; undefined if it is damaged. */
export const openZip = async (file: JudgedFile): Promise<ZipArchive | undefined> => {
  const opening = open(file);
  return orDamaged(async () => {
    const zip = await opening;
    const found: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      found.push(entry);
      if (found.length >= maxEntries || entry.fileNameRaw.length > maxNameBytes) break;
    }
    const entries = found.map(toEntry);
    return {
      entries,
      count: zip.entryCount,
      read(name, length) {
        const entry = found[entries.findIndex((one) => one.name === name)];
        return entry && entry.canDecodeFileData()
          ? orDamaged(() => unpack(zip, entry, length), Buffer.alloc(0))
          : Promise.resolve(Buffer.alloc(0));
      },
      isHonest: () =>
        orDamaged(async () => {
          // An unpacked entry has no other size; the library compares both numbers.
          const packed = found.filter((entry) => entry.compressionMethod !== 0 && entry.canDecodeFileData());
          for (const entry of packed)
            if ((await lengthOf(zip, entry)) !== entry.uncompressedSize) return false;
          return true;
        }, false),
    };
  }, undefined);
};
