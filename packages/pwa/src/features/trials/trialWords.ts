import type { Content, TrialPart } from "@knowhow/shared";

/** Names a part of a trial: its file, and its page where it has one. */
export const partName = (
  { fileNames }: Pick<Content, "fileNames">,
  { fileIndex, page }: TrialPart,
): string => {
  const file = fileNames[fileIndex] ?? "파일";
  return page === undefined ? `${file} 앞부분` : `${file} ${page}쪽`;
};
