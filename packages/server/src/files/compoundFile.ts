import type { ByteSource } from "./byteSource.ts";

const endOfChain = 0xff_ff_ff_fe;
const noStream = 0xff_ff_ff_ff;
const entrySize = 128;
const headerEntries = 109;
/** Directories of documents have a few dozen entries; what has more is not read further. */
const maxSectors = 256;

interface Entry {
  name: string;
  left: number;
  right: number;
  child: number;
}

interface Layout {
  sectorSize: number;
  directory: number;
  /** Sectors of the allocation table that the header lists, and the first sector that lists more. */
  tables: number[];
  moreTables: number;
}

const layoutOf = (header: Buffer): Layout | undefined => {
  if (header.length < 512) return undefined;
  const shift = header.readUInt16LE(0x1e);
  if (shift !== 9 && shift !== 12) return undefined;
  return {
    sectorSize: 1 << shift,
    directory: header.readUInt32LE(0x30),
    tables: Array.from({ length: headerEntries }, (_, index) => header.readUInt32LE(0x4c + index * 4)),
    moreTables: header.readUInt32LE(0x44),
  };
};

/** Reads one sector; sector 0 comes after the header. */
const readSector = (source: ByteSource, { sectorSize }: Layout, sector: number): Promise<Buffer> =>
  source.read((sector + 1) * sectorSize, sectorSize);

/** The sector of the allocation table that knows what follows `sector`. */
const tableSector = async (
  source: ByteSource,
  layout: Layout,
  sector: number,
): Promise<number | undefined> => {
  const perSector = layout.sectorSize / 4;
  let index = Math.floor(sector / perSector);
  if (index < headerEntries) return layout.tables[index];
  index -= headerEntries;
  let list = layout.moreTables;
  for (let step = 0; step < maxSectors && list < endOfChain; step += 1) {
    const bytes = await readSector(source, layout, list);
    if (bytes.length < layout.sectorSize) return undefined;
    if (index < perSector - 1) return bytes.readUInt32LE(index * 4);
    index -= perSector - 1;
    list = bytes.readUInt32LE(layout.sectorSize - 4);
  }
  return undefined;
};

const nextSector = async (source: ByteSource, layout: Layout, sector: number): Promise<number> => {
  const table = await tableSector(source, layout, sector);
  if (table === undefined || table >= endOfChain) return endOfChain;
  const offset = (sector % (layout.sectorSize / 4)) * 4;
  const bytes = await source.read((table + 1) * layout.sectorSize + offset, 4);
  return bytes.length === 4 ? bytes.readUInt32LE(0) : endOfChain;
};

const entriesOf = (bytes: Buffer): Entry[] => {
  const entries: Entry[] = [];
  for (let at = 0; at + entrySize <= bytes.length; at += entrySize) {
    const nameBytes = Math.min(64, bytes.readUInt16LE(at + 0x40));
    entries.push({
      name: bytes.toString("utf16le", at, at + Math.max(0, nameBytes - 2)),
      left: bytes.readUInt32LE(at + 0x44),
      right: bytes.readUInt32LE(at + 0x48),
      child: bytes.readUInt32LE(at + 0x4c),
    });
  }
  return entries;
};

/** Names of the root's own streams: documents inside the document hang deeper. */
const underRoot = (entries: Entry[]): Set<string> => {
  const names = new Set<string>();
  const waiting = [entries[0]?.child ?? noStream];
  const seen = new Set<number>();
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    names.add(entry.name);
    waiting.push(entry.left, entry.right);
  }
  return names;
};

/** Names of the streams of a compound file (doc, xls, ppt, hwp): under the root, and all; undefined if it is damaged. */
export const compoundStreams = async (
  source: ByteSource,
): Promise<{ root: Set<string>; all: Set<string> } | undefined> => {
  const layout = layoutOf(await source.read(0, 512));
  if (!layout) return undefined;
  const sectors: Buffer[] = [];
  let sector = layout.directory;
  while (sector < endOfChain && sectors.length < maxSectors) {
    const bytes = await readSector(source, layout, sector);
    if (bytes.length === 0) return undefined;
    sectors.push(bytes);
    sector = await nextSector(source, layout, sector);
  }
  const entries = entriesOf(Buffer.concat(sectors));
  return { root: underRoot(entries), all: new Set(entries.map(({ name }) => name)) };
};
