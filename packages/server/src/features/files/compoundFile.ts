import { setImmediate } from "node:timers/promises";
import type { ByteSource } from "../../storage/byteSource.ts";
import { cachedSource } from "../../storage/cachedSource.ts";

const endOfChain = 0xff_ff_ff_fe;
const noStream = 0xff_ff_ff_ff;
const entrySize = 128;
const headerEntries = 109;
/** Streams shorter than this lie together in a stream of the root's, in sectors of 64 bytes. */
const smallSize = 4_096;
const smallSector = 64;
/** Directories of documents have a few dozen entries; with more than 32,768 it is no document. */
const directoryBytes = 4 * 1024 * 1024;
/** Sectors that list the sectors of the allocation table: enough for two gigabytes. */
const maxLists = 256;
/** Steps after which others get their turn. */
const stepsAtOnce = 4_096;

const kinds = { stream: 2, root: 5 } as const;

interface Entry {
  name: string;
  kind: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

interface Layout {
  source: ByteSource;
  sectorSize: number;
  directory: number;
  smallTable: number;
  /** Sectors of the allocation table that the header lists, and the first sector that lists more. */
  tables: number[];
  moreTables: number;
}

const layoutOf = (source: ByteSource, header: Buffer): Layout | undefined => {
  if (header.length < 512) return undefined;
  const shift = header.readUInt16LE(0x1e);
  if (shift !== 9 && shift !== 12) return undefined;
  return {
    source,
    sectorSize: 1 << shift,
    directory: header.readUInt32LE(0x30),
    smallTable: header.readUInt32LE(0x3c),
    tables: Array.from({ length: headerEntries }, (_, index) => header.readUInt32LE(0x4c + index * 4)),
    moreTables: header.readUInt32LE(0x44),
  };
};

/** Reads one sector; sector 0 comes after the header. */
const readSector = ({ source, sectorSize }: Layout, sector: number): Promise<Buffer> =>
  source.read((sector + 1) * sectorSize, sectorSize);

/** The sector of the allocation table that knows what follows `sector`. */
const tableSector = async (layout: Layout, sector: number): Promise<number | undefined> => {
  const perSector = layout.sectorSize / 4;
  let index = Math.floor(sector / perSector);
  if (index < headerEntries) return layout.tables[index];
  index -= headerEntries;
  let list = layout.moreTables;
  for (let step = 0; step < maxLists && list < endOfChain; step += 1) {
    const bytes = await readSector(layout, list);
    if (bytes.length < layout.sectorSize) return undefined;
    if (index < perSector - 1) return bytes.readUInt32LE(index * 4);
    index -= perSector - 1;
    list = bytes.readUInt32LE(layout.sectorSize - 4);
  }
  return undefined;
};

const nextSector = async (layout: Layout, sector: number): Promise<number> => {
  const table = await tableSector(layout, sector);
  if (table === undefined || table >= endOfChain) return endOfChain;
  const offset = (sector % (layout.sectorSize / 4)) * 4;
  const bytes = await layout.source.read((table + 1) * layout.sectorSize + offset, 4);
  return bytes.length === 4 ? bytes.readUInt32LE(0) : endOfChain;
};

/** The sectors of a chain, at most `most` of them: a chain that bites its tail ends there too. */
const chainOf = async (layout: Layout, start: number, most: number): Promise<number[]> => {
  const sectors: number[] = [];
  for (let sector = start; sector < endOfChain && sectors.length < most;) {
    sectors.push(sector);
    if (sectors.length % stepsAtOnce === 0) await setImmediate();
    sector = await nextSector(layout, sector);
  }
  return sectors;
};

const entriesOf = (bytes: Buffer, sectorSize: number): Entry[] => {
  const entries: Entry[] = [];
  for (let at = 0; at + entrySize <= bytes.length; at += entrySize) {
    const nameBytes = Math.min(64, bytes.readUInt16LE(at + 0x40));
    entries.push({
      name: bytes.toString("utf16le", at, at + Math.max(0, nameBytes - 2)),
      kind: bytes.readUInt8(at + 0x42),
      left: bytes.readUInt32LE(at + 0x44),
      right: bytes.readUInt32LE(at + 0x48),
      child: bytes.readUInt32LE(at + 0x4c),
      start: bytes.readUInt32LE(at + 0x74),
      // The older kind leaves the upper half undefined.
      size: sectorSize === 512 ? bytes.readUInt32LE(at + 0x78) : Number(bytes.readBigUInt64LE(at + 0x78)),
    });
  }
  return entries;
};

/** The root's own streams: documents inside the document hang deeper. */
const underRoot = (entries: Entry[]): Map<string, Entry> => {
  const found = new Map<string, Entry>();
  const waiting = [entries[0]?.child ?? noStream];
  const seen = new Set<number>();
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    found.set(entry.name, entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
};

/** The first bytes of what lies in a chain of the file's own sectors. */
const readChain = async (layout: Layout, start: number, length: number): Promise<Buffer> => {
  const sectors = await chainOf(layout, start, Math.ceil(length / layout.sectorSize));
  const parts: Buffer[] = [];
  for (const sector of sectors) {
    const bytes = await readSector(layout, sector);
    parts.push(bytes);
    if (bytes.length < layout.sectorSize) break;
  }
  return Buffer.concat(parts).subarray(0, length);
};

/** One number of the table of short streams, which lies in sectors of its own. */
const nextSmall = async (layout: Layout, table: readonly number[], sector: number): Promise<number> => {
  const at = sector * 4;
  const holder = table[Math.floor(at / layout.sectorSize)];
  if (holder === undefined) return endOfChain;
  const bytes = await layout.source.read((holder + 1) * layout.sectorSize + (at % layout.sectorSize), 4);
  return bytes.length === 4 ? bytes.readUInt32LE(0) : endOfChain;
};

/** The first bytes of a short stream: its sectors are pieces of the root's stream, with a table of their own. */
const readSmall = async (layout: Layout, root: Entry, stream: Entry, length: number): Promise<Buffer> => {
  const { source, sectorSize } = layout;
  // Neither has more sectors than the file.
  const inRoot = Math.ceil(Math.min(root.size, source.size) / sectorSize);
  const pool = await chainOf(layout, root.start, inRoot);
  const table = await chainOf(layout, layout.smallTable, Math.ceil((inRoot / smallSector) * 4) + 1);
  const parts: Buffer[] = [];
  let sector = stream.start;
  for (let left = length; left > 0 && sector < endOfChain; left -= smallSector) {
    const at = sector * smallSector;
    const holder = pool[Math.floor(at / sectorSize)];
    if (holder === undefined) break;
    parts.push(await source.read((holder + 1) * sectorSize + (at % sectorSize), Math.min(left, smallSector)));
    sector = await nextSmall(layout, table, sector);
  }
  return Buffer.concat(parts).subarray(0, length);
};

/** Tells whether all bytes of what lies in sectors of its own are inside the file. */
const isInside = async (layout: Layout, { start, size }: Entry): Promise<boolean> => {
  const { source, sectorSize } = layout;
  const count = Math.ceil(size / sectorSize);
  // More sectors than the file has can not be there, and need not be counted.
  if (size > source.size) return false;
  const sectors = await chainOf(layout, start, count);
  // The last sector may end with the stream.
  const last = (sectors.at(-1) ?? 0) * sectorSize + sectorSize + size - (count - 1) * sectorSize;
  return (
    sectors.length === count &&
    last <= source.size &&
    sectors.every((sector) => (sector + 1) * sectorSize < source.size)
  );
};

/** A compound file (doc, xls, ppt, hwp), of which pieces are read. */
export interface CompoundFile {
  /** Names of the streams and storages under the root, and of all. */
  readonly root: Set<string>;
  readonly all: Set<string>;
  /** Up to `length` first bytes of a stream under the root; fewer where the file has fewer. */
  read(name: string, length: number): Promise<Buffer>;
  /** Bytes of a stream under the root; 0 when there is none. */
  size(name: string): number;
  /** Tells whether the file ends before its streams do: all of those named, and at least the beginning of the others. */
  isCut(names: readonly string[]): Promise<boolean>;
}

/** Opens a compound file; undefined if it is damaged. */
export const openCompound = async (raw: ByteSource): Promise<CompoundFile | undefined> => {
  const source = cachedSource(raw);
  const layout = layoutOf(source, await source.read(0, 512));
  if (!layout) return undefined;
  const { sectorSize } = layout;
  const most = directoryBytes / sectorSize;
  const chain = await chainOf(layout, layout.directory, most + 1);
  // What is not read could be anything.
  if (chain.length > most) return undefined;
  const sectors: Buffer[] = [];
  for (const sector of chain) {
    const bytes = await readSector(layout, sector);
    if (bytes.length === 0) return undefined;
    sectors.push(bytes);
  }
  const entries = entriesOf(Buffer.concat(sectors), sectorSize);
  const [root] = entries;
  const streams = underRoot(entries);
  const read = async (name: string, length: number): Promise<Buffer> => {
    const stream = streams.get(name);
    if (!stream || !root) return Buffer.alloc(0);
    const wanted = Math.min(length, stream.size);
    return stream.size < smallSize
      ? readSmall(layout, root, stream, wanted)
      : readChain(layout, stream.start, wanted);
  };
  return {
    root: new Set(streams.keys()),
    all: new Set(entries.map(({ name }) => name)),
    read,
    size: (name) => streams.get(name)?.size ?? 0,
    async isCut(names) {
      for (const entry of entries) {
        const isPooled = entry.kind === kinds.stream && entry.size < smallSize;
        if (entry.size === 0 || isPooled || (entry.kind !== kinds.stream && entry.kind !== kinds.root))
          continue;
        const isMain = entry === root || (names.includes(entry.name) && streams.get(entry.name) === entry);
        const isThere = isMain ? await isInside(layout, entry) : (entry.start + 1) * sectorSize < source.size;
        if (!isThere) return true;
      }
      return false;
    },
  };
};

/** Names of the streams of a compound file (doc, xls, ppt, hwp): under the root, and all; undefined if it is damaged. */
export const compoundStreams = async (
  source: ByteSource,
): Promise<Pick<CompoundFile, "root" | "all"> | undefined> => openCompound(source);
