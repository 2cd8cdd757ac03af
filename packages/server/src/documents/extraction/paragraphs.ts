const ended = /(?:[.!?。…:;]|(?:니다|세요|어요|아요|해요|예요|에요|습니까))["')\]”’」』》]*\s*$/u;
const opens = /^\s*(?:[-•·▪■□○●◆◇▶※*#|>]|\d{1,3}[.)\]]|[가-하][.)]|[①-⑳]|\(\d{1,2}\)|제\s?\d+\s?[장절조])/u;

/** Tells whether a line ends as sentences do. */
export const endsSentence = (line: string): boolean => ended.test(line);

/** Tells whether a line begins as items of lists and headings do. */
export const opensItem = (line: string): boolean => opens.test(line);

/** Columns of a line that was wrapped by hand at a fixed width. */
const widths = { min: 36, max: 130 } as const;

/** How wide a line stands: Korean takes two columns. */
const widthOf = (line: string): number => line.length + (line.match(/[\u1100-\uffdc]/gu)?.length ?? 0);

/** Lines that are set apart from what follows: headings and fences of Markdown, rows of tables, underlines. */
const stands = /^\s*(?:#{1,6}\s|```|\||[-=*_~]{3,})|\t/u;

/**
 * Joins the lines of a plain text that was wrapped by hand, so that each line is a paragraph. A line is wrapped if it
 * fills the width that its block (lines without an empty one between) is written in, and ends no sentence.
 */
export const unwrap = (text: string): string =>
  text
    .split(/(\r?\n[^\S\n]*\r?\n\s*)/u)
    .map((block) => {
      const lines = block.split(/\r?\n/u);
      if (lines.length < 2) return block;
      const width = lines.reduce((max, line) => Math.max(max, widthOf(line)), 0);
      if (width > widths.max || width < widths.min) return block;
      return lines.reduce((joined, line, index) => {
        const before = lines[index - 1];
        if (before === undefined) return line;
        const room = width - widthOf(before.trimEnd());
        const next = /^\S+/u.exec(line.trim())?.[0] ?? "";
        const isWrapped =
          next !== "" &&
          room <= widthOf(next) + 1 &&
          widthOf(before) >= widths.min &&
          !endsSentence(before) &&
          !stands.test(before) &&
          !stands.test(line) &&
          !opensItem(line);
        return isWrapped ? `${joined.trimEnd()} ${line.trimStart()}` : `${joined}\n${line}`;
      }, "");
    })
    .join("");
