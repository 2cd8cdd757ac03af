import type Sharp from "sharp";

/** What makes pictures of bytes. */
export type SharpLibrary = typeof Sharp;

let loading: Promise<SharpLibrary> | undefined;

/** The picture library. It is large: who has no picture to make does not load it. */
export const loadSharp = (): Promise<SharpLibrary> =>
  (loading ??= import("sharp").then(({ default: sharp }) => {
    // One picture after the other: two at a time already fill the machine.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  }));
