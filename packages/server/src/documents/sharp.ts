import type Sharp from "sharp";
import { loadLibrary } from "./loadLibrary.ts";

/** What makes pictures of bytes. */
export type SharpLibrary = typeof Sharp;

/** Loads the picture library at its first use, since it is large. */
export const loadSharp = async (): Promise<SharpLibrary> => {
  const { default: sharp } = await loadLibrary(() => import("sharp"));
  // One picture after the other: two at a time already fill the machine.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
