import type { ReadingText } from "@knowhow/shared";

/** A part of a text; only parts that the file counts itself have a number. */
export interface TextPart {
  number: number | null;
  text: string;
}

/** Parts of a text without pages have about so many characters: the browser draws those that are near. */
const partLength = 6_000;

const split = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > partLength) {
    const line = text.indexOf("\n", from + partLength);
    const end = line < 0 || line - from > 2 * partLength ? from + partLength : line + 1;
    parts.push(text.slice(from, end));
    from = end;
  }
  return [...parts, text.slice(from)];
};

/** The parts of a text: its pages, slides or sheets, else pieces of it. */
export const partsOf = ({ unit, pages }: Pick<ReadingText, "unit" | "pages">): TextPart[] =>
  unit === "whole"
    ? pages.flatMap(({ text }) => split(text).map((piece) => ({ number: null, text: piece })))
    : pages.map(({ page, text }) => ({ number: page, text }));

const units = { page: "쪽", slide: "번 슬라이드", sheet: "번째 시트", whole: "" } as const;

/** The word for a part. */
export const unitWords = { page: "쪽", slide: "슬라이드", sheet: "시트", whole: "부분" } as const;

/** The name of a numbered part: `3쪽`. */
export const partLabel = (unit: ReadingText["unit"], number: number): string => `${number}${units[unit]}`;
