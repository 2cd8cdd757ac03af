/** Korean is wrapped within words too, and a PDF does not tell: lines are all it has. */

const syllableAtEnd = /[가-힣]$/u;
const syllableAtStart = /^[가-힣]/u;
const lastWord = /[가-힣]+$/u;
const firstWord = /^[가-힣]+/u;

/** What never begins a line unless its word began on the line before: particles, and endings with their full stop. */
const continues =
  /^(?:(?:니다|습니다|다|요|까|죠)[.!?]|(?:는|를|을|은|의|에|에서|에게|으로|로|까지|부터|처럼)(?:\s|$))/u;

/** Lines shorter than this share of the page's longest one ended where their writer wanted. */
const fullShare = 0.6;
/** Share of lines with a space at their end that shows that the program which made the file keeps them. */
const keepingShare = 0.15;
/** Words of a long book; more are not remembered. */
const mostWords = 200_000;

/**
 * Makes words whole that the end of a line cut in two, page after page: where the file keeps the spaces at the ends of
 * lines, by their absence; else where the second half can not stand alone, or the whole word was met before.
 */
export const wrappedWords = (): ((text: string) => string) => {
  const known = new Set<string>();
  const remember = (text: string) => {
    for (const [word] of text.matchAll(/[가-힣]{2,}/gu)) if (known.size < mostWords) known.add(word);
  };
  const isCut = (line: string, next: string, keepsSpaces: boolean): boolean => {
    if (!syllableAtEnd.test(line) || !syllableAtStart.test(next)) return false;
    if (keepsSpaces || continues.test(next)) return true;
    return known.has((lastWord.exec(line)?.[0] ?? "") + (firstWord.exec(next)?.[0] ?? ""));
  };
  return (text) => {
    const lines = text.split(/\r?\n/u);
    const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    const full = lines.map((line) => line.length >= longest * fullShare);
    const spaced = lines.filter((line, index) => full[index] && line.endsWith(" ")).length;
    const keepsSpaces = spaced >= 2 && spaced >= full.filter(Boolean).length * keepingShare;
    remember(lines.map((line) => line.replace(firstWord, "").replace(lastWord, "")).join("\n"));
    return lines
      .map((line, index) => {
        const next = lines[index + 1];
        if (next === undefined) return line;
        return full[index] && isCut(line, next, keepsSpaces) ? line : `${line}\n`;
      })
      .join("");
  };
};
