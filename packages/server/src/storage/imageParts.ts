/**
 * What an image file consists of beside its pixels: texts, places and cameras hide in parts that no decoder tells of, so
 * an image counts as bare only when every part of it is known to tell nothing.
 */

/** Parts of JPEG that hold tables and pixels: quantisation, Huffman, restarts, and the kinds of frames. */
const isJpegTable = (marker: number): boolean =>
  marker === 0xdb ||
  marker === 0xc4 ||
  marker === 0xdd ||
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc);

const isJpegProfile = (marker: number, body: Buffer): boolean => {
  // The density of the dots, without a small picture.
  if (marker === 0xe0) return body.length === 14 && body.toString("latin1", 0, 5) === "JFIF\0";
  if (marker === 0xe2) return body.toString("latin1", 0, 12) === "ICC_PROFILE\0";
  // How the colours were turned into numbers.
  return marker === 0xee && body.length === 12 && body.toString("latin1", 0, 5) === "Adobe";
};

/** Where the pixels of a scan end: at the next mark that is no restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
};

const isBareJpeg = (bytes: Buffer): boolean => {
  let at = 2;
  while (at + 4 <= bytes.length || at + 2 === bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return false;
    // Nothing comes behind the end.
    if (marker === 0xd9) return at + 2 === bytes.length;
    if (at + 4 > bytes.length) return false;
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) {
      at = endOfScan(bytes, next);
      continue;
    }
    if (!isJpegTable(marker) && !isJpegProfile(marker, bytes.subarray(at + 4, next))) return false;
    at = next;
  }
  return false;
};

const pngChunks = [
  "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "hIST",
  "acTL", "fcTL", "fdAT",
]; // oxfmt-ignore

const isBarePng = (bytes: Buffer): boolean => {
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (!pngChunks.includes(type)) return false;
    at += 12 + bytes.readUInt32BE(at);
    if (type === "IEND") return at === bytes.length;
  }
  return false;
};

const webpChunks = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ICCP"];
const frameChunks = ["VP8 ", "VP8L", "ALPH"];

const hasOnly = (bytes: Buffer, from: number, allowed: readonly string[]): boolean => {
  let at = from;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + size);
    const isFrame = type === "ANMF" && allowed === webpChunks;
    if (isFrame ? !hasOnly(body, 16, frameChunks) : !allowed.includes(type)) return false;
    // Chunks begin at even places.
    at += 8 + size + (size % 2);
  }
  return at === bytes.length;
};

const isBareWebp = (bytes: Buffer): boolean =>
  bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length && hasOnly(bytes, 12, webpChunks);

/** Where a row of sub-blocks ends; undefined when the file ends before. */
const endOfBlocks = (bytes: Buffer, from: number): number | undefined => {
  for (let at = from; at < bytes.length;) {
    const size = bytes[at] ?? 0;
    at += 1 + size;
    if (size === 0) return at;
  }
  return undefined;
};

const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

const loops = ["NETSCAPE2.0", "ANIMEXTS1.0"];

/** Tells whether an extension of a GIF says how its pictures move, and nothing else. */
const isMotion = (bytes: Buffer, at: number, end: number): boolean => {
  const kind = bytes[at + 1];
  if (kind === 0xf9) return end - at === 8;
  // The number of rounds: a name of eleven letters, and three bytes.
  return kind === 0xff && end - at === 19 && loops.includes(bytes.toString("latin1", at + 3, at + 14));
};

/** The same GIF without what says anything beside its pictures and how they move; undefined when it can not be read. */
export const bareGif = (bytes: Buffer): Buffer | undefined => {
  if (bytes.length < 13) return undefined;
  let at = 13 + tableSize(bytes[10] ?? 0);
  const parts = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return Buffer.concat([...parts, Buffer.of(0x3b)]);
    if (kind !== 0x21 && kind !== 0x2c) return undefined;
    // A picture is its place, colours of its own, the width of its codes, and the codes.
    const body = kind === 0x2c ? at + 11 + tableSize(bytes[at + 9] ?? 0) : at + 2;
    const end = endOfBlocks(bytes, body);
    if (end === undefined) return undefined;
    if (kind === 0x2c || isMotion(bytes, at, end)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
};

const isBareGif = (bytes: Buffer): boolean => bareGif(bytes)?.length === bytes.length;

const kinds: readonly (readonly [mark: string, from: number, isBare: (bytes: Buffer) => boolean])[] = [
  ["\xff\xd8\xff", 0, isBareJpeg],
  ["\x89PNG\r\n\x1a\n", 0, isBarePng],
  ["WEBP", 8, isBareWebp],
  ["GIF8", 0, isBareGif],
];

/** Tells whether an image holds pixels, and how they are to be shown, and nothing else: not even behind its end. */
export const isBare = (bytes: Buffer): boolean => {
  const head = bytes.toString("latin1", 0, 16);
  return kinds.some(([mark, from, isBareKind]) => head.startsWith(mark, from) && isBareKind(bytes));
};
