import { maxImagePixels } from "@knowhow/shared";
import { blurWidth, costOf, decoder, headOf, maxMemory } from "./decoding.ts";
import { isTransient } from "./transient.ts";
import { loadSharp } from "./sharp.ts";

/** Why an image can not be shown: damaged or cut off, too many pixels, too much memory. */
export type ImageTrouble = "unreadable" | "pixels" | "heavy";

/** Decoding takes longer than the library was given, which says nothing of the image. */
const isTimeout = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

/**
 * Why an image can not be shown; undefined when it can. It is decoded once as a whole, since a head says nothing of what
 * follows it.
 */
export const findImageTrouble = async (bytes: Buffer): Promise<ImageTrouble | undefined> => {
  const sharp = await loadSharp();
  const head = await headOf(sharp, bytes);
  if (!head || head.width * head.height === 0) return "unreadable";
  if (head.width * head.height > maxImagePixels) return "pixels";
  if (costOf(head) > maxMemory) return "heavy";
  try {
    await decoder(sharp, bytes).resize({ width: blurWidth }).raw().toBuffer();
    return undefined;
  } catch (error) {
    if (isTimeout(error) || isTransient(error)) throw error;
    return "unreadable";
  }
};
