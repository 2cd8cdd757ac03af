import type { ByteSource } from "./byteSource.ts";

const blockSize = 64 * 1024;
/** Blocks that are kept: enough for a directory and the places it points to, and little memory. */
const maxBlocks = 32;

/** The same bytes, with the blocks that were read last kept: headers are read in many small pieces, each a call else. */
export const cachedSource = (source: ByteSource): ByteSource => {
  const blocks = new Map<number, Buffer>();
  const blockAt = async (index: number): Promise<Buffer> => {
    const block = blocks.get(index) ?? (await source.read(index * blockSize, blockSize));
    // Put in anew, so that the first one is always the one that was not asked for longest.
    blocks.delete(index);
    blocks.set(index, block);
    const [oldest] = blocks.keys();
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    return block;
  };
  return {
    size: source.size,
    async read(start, length) {
      const end = Math.min(source.size, start + length);
      if (start < 0 || !(start < end)) return Buffer.alloc(0);
      const parts: Buffer[] = [];
      for (let index = Math.floor(start / blockSize); index * blockSize < end; index += 1) {
        const at = index * blockSize;
        parts.push((await blockAt(index)).subarray(Math.max(0, start - at), end - at));
      }
      return Buffer.concat(parts);
    },
    stream: (length) => source.stream(length),
  };
};
