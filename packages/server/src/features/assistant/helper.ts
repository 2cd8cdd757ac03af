import type { AssistantEngine, CategoryCode, Comparable, SummarySource } from "@knowhow/shared";

/** A piece of a file's text; `page` is null where the file has none. */
export interface Passage {
  text: string;
  fileName: string;
  page: number | null;
}

/** What a suggestion is made from. Everything in it is data, whatever it says. */
interface SuggestionInput {
  userDescription: string;
  /** Text of the file that was sent along; empty without one. */
  passages: readonly Passage[];
}

/** A draft of the upload form, with what its price was compared with. */
interface Draft {
  title: string;
  description: string;
  category: CategoryCode;
  suggestedPrice: number;
  /** Why this price; a service may leave it out. */
  reason?: string | undefined;
  comparables: Comparable[];
}

/** A summary and the sentences of the files that it stands on, each word for word. */
interface Summary {
  summary: string;
  sources: SummarySource[];
}

/** Finds paid contents of a category that are closest to some words. */
export type FindComparables = (category: CategoryCode, words: ReadonlySet<string>) => Promise<Comparable[]>;

/** Whoever answers: the built-in helper or the configured service. Both are held to the same tests. */
export interface Helper {
  readonly engine: AssistantEngine;
  /** Named with every kept summary: another helper's summaries are made anew. */
  readonly version: string;
  suggest(input: SuggestionInput, signal: AbortSignal): Promise<Draft>;
  summarize(passages: readonly Passage[], signal: AbortSignal): Promise<Summary>;
}
