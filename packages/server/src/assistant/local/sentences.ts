/** A sentence as it stands in a file, on one line. */
export interface Sentence {
  text: string;
  /** A row of a table: its cells were parted by tabs. */
  isRow: boolean;
  /** The passage that it is from, by its place in the list. */
  passage: number;
}

/** A longer line is taken to be wrapped, not ended, when it does not end like a sentence. */
const wrapLength = 25;
const ended = /[.!?。…:;][")\]’”』」》]*$/u;
const opens = /^(?:[-•·▪■□○●◆◇▶※*#|]|\d{1,3}[.)\]]|[가-하][.)]|[①-⑳]|\(\d{1,2}\)|제\s?\d+\s?[장절조])/u;
const splits = /(?<=[.!?。…][")\]’”』」》]*)\s+/u;
const bullet = /^(?:[-•·▪■□○●◆◇▶※*#>|]+\s*|\d{1,3}[.)]\s+)+/u;

const isWrapped = (line: string, next: string): boolean =>
  line.length >= wrapLength && !ended.test(line) && !line.includes("\t") && next !== "" && !opens.test(next);

/** The paragraphs of a text: wrapped lines are one again. */
const paragraphsOf = (text: string): string[] => {
  const paragraphs: string[] = [];
  let open = "";
  const lines = text.split("\n").map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    open = open === "" ? line : `${open} ${line}`;
    if (isWrapped(line, lines[index + 1] ?? "")) continue;
    if (open !== "") paragraphs.push(open);
    open = "";
  }
  return paragraphs;
};

/** The sentences of a text, without marks of lists, in order. */
export const sentencesOf = (text: string): Pick<Sentence, "text" | "isRow">[] =>
  paragraphsOf(text).flatMap((paragraph) =>
    // A row is whole as it is, full stops in its cells or not.
    (paragraph.includes("\t") ? [paragraph] : paragraph.replace(bullet, "").split(splits))
      .map((sentence) => ({
        text: sentence.replace(/\s+/gu, " ").trim(),
        isRow: sentence.includes("\t"),
      }))
      .filter((sentence) => sentence.text !== ""),
  );
