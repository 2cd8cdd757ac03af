import type { Content } from "@knowhow/shared";
export { readingKindOf } from "../../offline/vault/readingKind.ts";

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
