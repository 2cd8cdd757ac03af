/** Characters that can not be seen: control and format characters, Hangul fillers, the blank Braille cell. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** Normal form of a text of one line: NFC, control characters as spaces, trimmed. */
export const cleanLine = (value: string): string =>
  value
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .trim();

/** Normal form of a text of several lines: NFC, line feeds only, no control characters but tabs, trimmed. */
export const cleanText = (value: string): string =>
  value
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cc}/gu, (character) => (character === "\n" || character === "\t" ? character : ""))
    .trim();

/** Tells whether anything of a text can be seen. */
export const isVisible = (value: string): boolean => value.replace(invisible, "").trim() !== "";

/** Length as people count it: in code points, not in UTF-16 units. */
export const lengthOf = (value: string): number => [...value].length;
