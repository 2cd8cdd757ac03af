import type { CategoryCode, SummarySource } from "@knowhow/shared";
import type { Sentence } from "./sentences.ts";

/** A question to the built-in helper about some texts. */
export type Task =
  | { kind: "draft"; userDescription: string }
  /** The sentences that say most. */
  | { kind: "pick"; howMany: number }
  /** The sentences of a description that stand in the texts word for word. */
  | { kind: "copied"; description: string; userDescription: string }
  /** The places of quotations. */
  | { kind: "quote"; quoted: readonly string[] };

/** A draft without its price, which other contents decide. */
export interface DraftText {
  title: string;
  description: string;
  category: CategoryCode;
  /** The description's sentences that stand in the texts word for word. */
  copied: string[];
  /** Words by which comparable contents are found. */
  words: string[];
}

/** The helper's answers, by the kind of task. */
export interface TaskAnswers {
  draft: DraftText;
  pick: Sentence[];
  copied: string[];
  quote: SummarySource[];
}
