import { assistantExtensions } from "@knowhow/shared";
import { extensionOf } from "@knowhow/ui/device/drafts/fileRules.ts";

/** The way in which a file is read: its pages as they are, or its text. */
export type ReadingKind = "pdf" | "text";

/** Whether the helper reads files of this name. */
export const isReadable = (name: string): boolean =>
  assistantExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** The way in which a file of this name is read; undefined where it can only be downloaded. */
export const readingKindOf = (name: string): ReadingKind | undefined =>
  extensionOf(name) === "pdf" ? "pdf" : isReadable(name) ? "text" : undefined;
