/** Bytes of a stretch in which a kept PDF is read: its library asks for neighbours together. */
export const headChunk = 8 * 1024;
/** Bytes of a head at most. */
const maxHeadBytes = 16 * 1024 * 1024;

/**
 * Takes down stretches as they are read, until they are too many: those that a document is opened by. Where it keeps the
 * beginning of each page apart, they lie in all parts of the file, which would all have to be decrypted before its first
 * page.
 */
export const recordHead = () => {
  const found = new Map<number, Uint8Array<ArrayBuffer>>();
  return {
    note: (begin: number, bytes: Uint8Array<ArrayBuffer>): void => {
      for (let at = 0; at < bytes.byteLength && found.size * headChunk < maxHeadBytes; at += headChunk)
        // A copy: the library takes the bytes away.
        found.set((begin + at) / headChunk, bytes.slice(at, at + headChunk));
    },
    /** Their numbers, with how many these are, and the stretches side by side. */
    pack: (): ArrayBuffer => {
      const start = 4 * (found.size + 1);
      const packed = new Uint8Array(start + found.size * headChunk);
      new Uint32Array(packed.buffer, 0, found.size + 1).set([found.size, ...found.keys()]);
      for (const [place, chunk] of [...found.values()].entries())
        packed.set(chunk, start + place * headChunk);
      return packed.buffer;
    },
  };
};

/** Reads stretches out of a packed head; undefined where it does not have all of one. */
export const openHead = (packed: ArrayBuffer) => {
  const [count = 0] = new Uint32Array(packed, 0, 1);
  const chunks = new Uint32Array(packed, 4, count);
  const places = new Map([...chunks].map((chunk, place) => [chunk, place]));
  const bytes = new Uint8Array(packed, 4 * (count + 1));
  return (begin: number, end: number): Uint8Array<ArrayBuffer> | undefined => {
    const found = new Uint8Array(end - begin);
    for (let at = begin; at < end;) {
      const chunk = Math.floor(at / headChunk);
      const place = places.get(chunk);
      if (place === undefined) return undefined;
      const from = at - chunk * headChunk;
      const stretch = bytes.subarray(
        place * headChunk + from,
        place * headChunk + Math.min(headChunk, from + end - at),
      );
      found.set(stretch, at - begin);
      at += stretch.byteLength;
    }
    return found;
  };
};
