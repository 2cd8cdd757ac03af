import type Sharp from "sharp";
import { loadLibrary } from "./loadLibrary.ts";

/** What makes pictures of bytes. */
export type SharpLibrary = typeof Sharp;

/** The picture library. It is large: who has no picture to make does not load it. */
export const loadSharp = async (): Promise<SharpLibrary> => {
  const { default: sharp } = await loadLibrary(() => import("sharp"));
  // One picture after the other: two at a time already fill the machine.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
