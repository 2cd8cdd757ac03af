import { endsSentence, opensItem } from "../paragraphs.ts";
import { createWords } from "./koreanWords.ts";
import type { Line } from "./pdfLines.ts";

/** Lines of one paragraph begin at most so many letters apart, are alike in size and evenly spaced. */
const indent = 8;
const alike = 0.2;
const spacing = { min: 0.9, max: 3, unevenly: 1.25 } as const;
/** A narrower line is no line of a wrapped paragraph. */
const minLetters = 10;

const isAlike = (one: Line, other: Line): boolean =>
  Math.abs(one.letter - other.letter) <= alike * Math.max(one.letter, other.letter);

/** How wide a text stands, in letters: Latin ones are half as wide. */
const lettersIn = (text: string): number =>
  text.replace(/[ -~]/gu, "").length + (text.match(/[ -~]/gu)?.length ?? 0) / 2;

/** The rest of a sentence's last word that looks like the third item of a Korean list. */
const cutEnding = /^다[.]/u;

const firstWord = (text: string): string => /^\s*\S+/u.exec(text)?.[0].trim() ?? "";

/** What a page's lines have in common. */
const measure = (lines: readonly Line[]) => {
  const rightOf = (line: Line): number =>
    lines.reduce(
      (max, one) =>
        isAlike(one, line) && Math.abs(one.left - line.left) <= indent * line.letter
          ? Math.max(max, one.right)
          : max,
      line.right,
    );
  const blankOf = (line: Line): number => {
    const min = lines.reduce(
      (found, one) => (isAlike(one, line) ? Math.min(found, one.blank) : found),
      line.letter,
    );
    return Math.min(min, line.letter / 2);
  };
  const pitches = lines.flatMap((line, index) => {
    const next = lines[index + 1];
    const pitch = next && isAlike(line, next) ? line.bottom - next.bottom : 0;
    return pitch >= spacing.min * line.letter ? [{ line, pitch }] : [];
  });
  const pitchOf = (line: Line): number =>
    pitches.reduce(
      (min, one) => (isAlike(one.line, line) ? Math.min(min, one.pitch) : min),
      spacing.max * line.letter,
    );
  return { rightOf, blankOf, pitchOf };
};

/** No page that people read has more; each line is held against each other. */
const maxLines = 2_000;

interface Turn {
  /** Whether the next line goes on with the same paragraph. */
  goesOn: boolean;
  /** Room that the line left, its stretched blanks taken together, in letters. */
  room: number;
}

/** What stands between a line and the next one. */
const turnsOf = (lines: readonly Line[]): Turn[] => {
  if (lines.length > maxLines) return [];
  const { rightOf, blankOf, pitchOf } = measure(lines);
  return lines.map((line, index) => {
    const { letter } = line;
    const blank = blankOf(line);
    const left = (rightOf(line) - line.right) / letter;
    const room = left + (line.gaps - line.blanks * blank) / letter;
    const next = lines[index + 1];
    if (!next || !isAlike(line, next) || line.text.includes("\t") || next.text.includes("\t"))
      return { goesOn: false, room };
    const down = line.bottom - next.bottom;
    const isNear =
      down > 0 &&
      down <= pitchOf(line) * spacing.unevenly &&
      Math.abs(line.left - next.left) <= indent * letter;
    // The top of the next column.
    const isNextColumn = down < 0 && next.left > line.right && !endsSentence(line.text);
    const isFull = left <= lettersIn(firstWord(next.text)) + blank / letter + 0.5;
    const isWide = line.right - line.left >= minLetters * letter;
    const isItem = opensItem(next.text) && !cutEnding.test(next.text);
    return { goesOn: (isNear || isNextColumn) && isFull && isWide && !isItem, room };
  });
};

/** More room than a letter and a blank need shows that the line was ended for a whole word. */
const wordRoom = 1.6;
const wordShare = 0.25;
/** So many lines tell how a file wraps. */
const enough = 3;
/** Share of lines with a blank at their end that shows that the file keeps them. */
const keepingShare = 0.15;

/**
 * Makes paragraphs of lines, page after page, by their places: a line goes on when it fills its column. Korean is wrapped
 * within words too; where a file does that, by the room that its lines leave, halves of words are put together.
 */
export const joinLines = (): ((lines: readonly Line[]) => string) => {
  const words = createWords();
  const seen = { lines: 0, spaced: 0, ended: 0 };
  const note = (lines: readonly Line[], turns: readonly Turn[]) => {
    for (const [index, { goesOn, room }] of turns.entries()) {
      const line = lines[index];
      if (!line) continue;
      words.remember(line.text);
      if (!goesOn) continue;
      seen.lines += 1;
      if (line.text.endsWith(" ")) seen.spaced += 1;
      if (room > wordRoom) seen.ended += 1;
    }
  };
  const isCut = (line: string, next: string, room: number): boolean => {
    if (line.endsWith(" ")) return false;
    if (line.endsWith("/")) return true;
    if (!/^[가-힣]/u.test(next)) return false;
    if (seen.spaced >= 2 && seen.spaced >= seen.lines * keepingShare) return /[가-힣]$/u.test(line);
    const keepsWords = seen.lines >= enough && seen.ended >= seen.lines * wordShare;
    return words.areHalves(line, next, {
      keepsWords,
      isLikely: !keepsWords && seen.lines >= enough && room <= wordRoom,
    });
  };
  return (lines) => {
    const turns = turnsOf(lines);
    note(lines, turns);
    let text = "";
    for (const [index, line] of lines.entries()) {
      const turn = turns[index];
      text += line.text.trimEnd();
      if (!turn?.goesOn) text += "\n";
      else if (!isCut(line.text, lines[index + 1]?.text ?? "", turn.room)) text += " ";
    }
    return text;
  };
};
