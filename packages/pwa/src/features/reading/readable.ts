import { assistantExtensions } from "@knowhow/shared";

/** Whether the helper reads files of this name. */
export const isReadable = (name: string): boolean =>
  assistantExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
