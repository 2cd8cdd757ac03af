import type { AssistantEngine, CategoryCode, Comparable, SummarySource } from "@knowhow/shared";

/** A piece of a file's text; `page` is null where the file has none. */
export interface Passage {
  text: string;
  fileName: string;
  page: number | null;
}

/** The material of a suggestion: all of it is data, whatever it says. */
export interface SuggestionInput {
  userDescription: string;
  /** Text of the attached file; empty without one. */
  passages: readonly Passage[];
}

/** A draft of the upload form, with the contents that its price was compared with. */
interface Draft {
  title: string;
  description: string;
  category: CategoryCode;
  suggestedPrice: number;
  /** Why this price; a service may leave it out. */
  reason?: string | undefined;
  comparables: Comparable[];
  /** The description's sentences that stand in the files word for word. */
  copied: string[];
}

/** A summary and the sentences of the files that it stands on, each word for word. */
interface Summary {
  summary: string;
  sources: SummarySource[];
}

/** Finds paid contents of a category that are closest to some words. */
export type FindComparables = (category: CategoryCode, words: ReadonlySet<string>) => Promise<Comparable[]>;

/** The built-in helper or the configured service; both pass the same tests. */
export interface Helper {
  readonly engine: AssistantEngine;
  /** Stored with every summary: another helper's summaries are made again. */
  readonly version: string;
  suggest(input: SuggestionInput, signal: AbortSignal): Promise<Draft>;
  summarize(passages: readonly Passage[], signal: AbortSignal): Promise<Summary>;
}
