import type { Content, TrialExtent, TrialPart } from "@knowhow/shared";

/** Names a part of a trial: its file, and its page where it has one. */
export const partName = (
  { fileNames }: Pick<Content, "fileNames">,
  { fileIndex, page }: TrialPart,
): string => {
  const file = fileNames[fileIndex] ?? "파일";
  return page === undefined ? `${file} 앞부분` : `${file} ${page}쪽`;
};

const count = (value: number): string => value.toLocaleString("ko-KR");

/** How much of a file is open: `40쪽 가운데 4쪽`. */
export const extentText = ({ unit, total, open }: Pick<TrialExtent, "unit" | "total" | "open">): string => {
  if (unit === "text") return `${count(total)}자 가운데 앞 ${count(open)}자`;
  if (unit === "slide")
    return `슬라이드 ${count(total)}장 가운데 ${total < 3 ? "첫 장의 앞부분" : `${count(open)}장`}`;
  return `${unit === "sheet" ? "표 " : ""}${count(total)}쪽 가운데 ${total < 3 ? "한 쪽의 윗부분" : `${count(open)}쪽`}`;
};
