import { find, read, type CFB$Entry } from "cfb";
import { isTransient } from "./transient.ts";

/** A compound file (doc, xls, ppt, hwp) in memory. */
export interface CompoundFile {
  /** All of its bytes. */
  readonly bytes: Buffer;
  /** Names of the streams and storages under the root, and of all. */
  readonly root: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Up to `length` first bytes of a stream under the root; empty when there is none. */
  read(name: string, length: number): Buffer;
  /** All bytes of a stream, by its path from the root. */
  stream(path: string): Buffer | undefined;
  /** Bytes of a stream under the root, as the directory tells them; 0 when there is none. */
  size(name: string): number;
  /** Tells whether one of these streams under the root holds fewer bytes than the directory tells. */
  isCut(names: readonly string[]): boolean;
}

/** The library leaves out what has no bytes, and its types do not tell. */
const contentOf = (entry: Partial<Pick<CFB$Entry, "content">> | undefined): Buffer => {
  const content = entry?.content ?? [];
  return Buffer.isBuffer(content) ? content : Buffer.from(content);
};

/** Opens a compound file; undefined if it is damaged. */
export const openCompound = (bytes: Buffer): CompoundFile | undefined => {
  try {
    const container = read(bytes, { type: "buffer" });
    const { FullPaths: paths, FileIndex: entries } = container;
    const prefix = paths[0]?.length ?? 0;
    const streams = new Map<string, CFB$Entry>();
    for (const [index, entry] of entries.entries()) {
      const path = paths[index]?.slice(prefix).replace(/\/$/, "") ?? "";
      if (path === entry.name && entry.name !== "") streams.set(path, entry);
    }
    return {
      bytes,
      root: new Set(streams.keys()),
      all: new Set(entries.map(({ name }) => name)),
      read: (name, length) => contentOf(streams.get(name)).subarray(0, length),
      stream(path) {
        const content = find(container, `/${path}`)?.content;
        return content && Buffer.from(content);
      },
      size: (name) => streams.get(name)?.size ?? 0,
      isCut: (names) =>
        names.some((name) => {
          const entry = streams.get(name);
          return entry !== undefined && entry.type === 2 && contentOf(entry).length < entry.size;
        }),
    };
  } catch (error) {
    if (isTransient(error)) throw error;
    return undefined;
  }
};
