import type { Content } from "@knowhow/shared";
import { extensionOf } from "@knowhow/ui/device/drafts/fileRules.ts";
import { isReadable } from "./readable.ts";

/** The way in which a file is read: its pages as they are, or its text. */
export type ReadingKind = "pdf" | "text";

/** The way in which a file of this name is read; undefined where it can only be downloaded. */
export const readingKindOf = (name: string): ReadingKind | undefined =>
  extensionOf(name) === "pdf" ? "pdf" : isReadable(name) ? "text" : undefined;

/** The reader's address of a file, at a page and a sentence of it; of an older version where one is given. */
export const readerPath = (
  contentId: string,
  index: number,
  {
    page,
    find,
    version,
  }: { page?: number | null | undefined; find?: string | undefined; version?: number | undefined } = {},
): string => {
  const query = new URLSearchParams({
    ...(page ? { page: String(page) } : {}),
    ...(find ? { find } : {}),
    ...(version === undefined ? {} : { version: String(version) }),
  }).toString();
  return `/read/${contentId}/${index}${query === "" ? "" : `?${query}`}`;
};

/** The name of a file of a content. */
export const fileNameOf = ({ fileNames }: Pick<Content, "fileNames">, index: number): string =>
  fileNames[index] ?? `파일 ${index + 1}`;
