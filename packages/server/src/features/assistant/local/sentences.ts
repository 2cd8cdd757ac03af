/** A sentence as written in a file, on one line, or about a sheet of it. */
export interface Sentence {
  text: string;
  /** The file's own words that it is about, where it is not these words itself. */
  quoted?: string;
  /** Index of its passage. */
  passage: number;
}

/** The kind of a piece: a complete sentence, a `row` of a table, a `heading`, or another `fragment`. */
export type Kind = "sentence" | "row" | "heading" | "fragment";

/** A piece of a text. */
export interface SentencePiece {
  text: string;
  kind: Kind;
  /** Whether the piece before is in the same paragraph. */
  goesOn: boolean;
}

const stop = /[.!?。…]["')\]”’」』》]*$/u;
/** Sentences of some texts have no full stops. */
const verb = /(?:[니하한된었았였]다|[요죠까])["')\]”’」』》]*$/u;
/**
 * The full stop after the number of a chapter or step ends no sentence. Only a few brackets may close behind a stop: in
 * a row of thousands each would start a new scan.
 */
const splits =
  /(?<=[.!?。…][")\]’”』」》]{0,4})(?<!(?:^|\s)(?:\d{1,3}|\d{1,3}(?:단계|장|절|부|주차|일차)|레시피 \d{1,3})\.)\s+/u;
const bullet = /^(?:[-•·▪■□○●◆◇▶※☐☑✓✔*#>|]+\s*|\d{1,3}[.)]\s+)+/u;
const mark = /^#{1,6}\s/u;
/** Questions of this length that stand alone are headings. */
const shortQuestion = 40;
/** Below this share of full stops among sentence ends, a text counts as written without them. */
const stopShare = 0.3;

const clean = (text: string): string => text.replace(/\s+/gu, " ").trim();

interface Paragraph {
  parts: string[];
  isRow: boolean;
  isMarked: boolean;
  isItem: boolean;
}

const paragraphsOf = (text: string): Paragraph[] =>
  text.split("\n").flatMap((line) => {
    const trimmed = line.trim();
    const isRow = trimmed.includes("\t");
    // A row stays whole, full stops in its cells or not.
    const parts = (isRow ? [trimmed] : trimmed.replace(bullet, "").split(splits)).map(clean).filter(Boolean);
    return parts.length > 0
      ? [{ parts, isRow, isMarked: mark.test(trimmed), isItem: bullet.test(trimmed) }]
      : [];
  });

/** Whether a text uses full stops, judged by its possible sentences. */
const hasStops = (paragraphs: readonly Paragraph[]): boolean => {
  const lasts = paragraphs.filter(({ isRow }) => !isRow).map(({ parts }) => parts.at(-1) ?? "");
  const stopped = lasts.filter((part) => stop.test(part)).length;
  const bare = lasts.filter((part) => !stop.test(part) && verb.test(part)).length;
  return stopped > 0 && stopped >= (stopped + bare) * stopShare;
};

/** The pieces of a text, without list marks, in order. Each line is a paragraph: its end ends a sentence. */
export const piecesOf = (text: string): SentencePiece[] => {
  const paragraphs = paragraphsOf(text);
  const isStopped = hasStops(paragraphs);
  const isSaid = (part: string): boolean => stop.test(part) || (!isStopped && verb.test(part));
  const isHeading = ({ parts, isRow, isMarked, isItem }: Paragraph, next: Paragraph | undefined): boolean => {
    const [only = ""] = parts;
    if (isMarked) return true;
    if (isRow || isItem || parts.length > 1) return false;
    if (/\?$/u.test(only)) return only.length <= shortQuestion;
    return !isSaid(only) && next !== undefined && (next.isRow || isSaid(next.parts[0] ?? ""));
  };
  return paragraphs.flatMap((paragraph, index) => {
    const { parts, isRow } = paragraph;
    const isHead = isHeading(paragraph, paragraphs[index + 1]);
    return parts.map((part, place) => ({
      text: part,
      kind: isRow ? "row" : isHead ? "heading" : isSaid(part) ? "sentence" : "fragment",
      goesOn: place > 0,
    }));
  });
};

/** The texts of all pieces, without list marks, in order. */
export const sentencesOf = (text: string): string[] => piecesOf(text).map((piece) => piece.text);
