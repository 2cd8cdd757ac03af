import { maxImagePixels } from "@knowhow/shared";
import type { Metadata, Sharp } from "sharp";
import { orDamaged } from "./transient.ts";
import type { SharpLibrary } from "./sharp.ts";

/** What a browser still shows is decoded; what ends in the middle is refused. */
export const reading = { limitInputPixels: maxImagePixels, failOn: "error" } as const;
export const timeoutSeconds = 10;
/** Memory in bytes that a picture may take while it is decoded as a whole. */
export const maxMemory = 192 * 1024 * 1024;
/** Width of the picture that a blurred one is made of: nothing of the text survives it. */
export const blurWidth = 24;

/**
 * Memory that decoding takes beside a few rows: kinds that come row by row are made small as they are read; the others
 * lie in memory as a whole first.
 */
export const costOf = (image: Metadata): number => {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling } = image;
  const pixels = width * height;
  if (format === "webp" || format === "gif") return pixels * 4;
  if (!isProgressive) return 0;
  if (format === "png") return pixels * channels * (depth === "ushort" ? 2 : 1);
  // Coefficients of two bytes; of the two colours a quarter or half as many as of the light.
  const planes = chromaSubsampling === "4:2:0" ? 1.5 : chromaSubsampling === "4:2:2" ? 2 : channels;
  return pixels * 2 * planes;
};

/** A decoder of the first frame, whose time is limited. */
export const decoder = (sharp: SharpLibrary, bytes: Buffer): Sharp =>
  sharp(bytes, { ...reading, pages: 1, sequentialRead: true }).timeout({ seconds: timeoutSeconds });

/** What a head tells, which no number of pixels makes expensive; undefined when it is not readable. */
export const headOf = (sharp: SharpLibrary, bytes: Buffer): Promise<Metadata | undefined> =>
  orDamaged(() => sharp(bytes, { failOn: "error", limitInputPixels: false }).metadata(), undefined);
