import type { OpenAiQuestion, OpenAiUsage } from "../../../gateways/openai.ts";

/** Dollars for a million tokens, in and out. A dated version goes by the start of its name; the longest match wins. */
const prices: Record<string, readonly [input: number, output: number]> = {
  "gpt-4.1": [2, 8],
  "gpt-4.1-mini": [0.4, 1.6],
  "gpt-4.1-nano": [0.1, 0.4],
  "gpt-4o": [2.5, 10],
  "gpt-4o-mini": [0.15, 0.6],
  "gpt-5": [1.25, 10],
  "gpt-5-mini": [0.25, 2],
  "gpt-5-nano": [0.05, 0.4],
};
/** Models that the table does not know count as expensive. */
const unknownModel = [5, 20] as const;

/** Rounded up, so that a moving exchange rate does not exceed the budget. */
const wonPerDollar = 1_600;

const priceOf = (model: string) => {
  const known = Object.keys(prices)
    .filter((name) => model === name || model.startsWith(`${name}-`))
    .sort((a, b) => b.length - a.length)[0];
  return (known === undefined ? undefined : prices[known]) ?? unknownModel;
};

/** The cost of tokens in whole won, rounded up. */
export const wonFor = (model: string, { input, output }: OpenAiUsage): number => {
  const [perInput, perOutput] = priceOf(model);
  return Math.ceil(((input * perInput + output * perOutput) / 1_000_000) * wonPerDollar);
};

/** Tokens around the texts of a question: roles, the schema. */
const overhead = 1_000;

/** The most that a question can cost: these models read bytes, and a token holds at least one; emoji take several. */
export const maxCostOf = (
  model: string,
  { instructions, data, name, schema, maxTokens }: OpenAiQuestion,
): number =>
  wonFor(model, {
    input:
      overhead +
      [instructions, name, JSON.stringify(schema), ...data].reduce(
        (sum, text) => sum + Buffer.byteLength(text),
        0,
      ),
    output: maxTokens,
  });
