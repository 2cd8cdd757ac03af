import { AppError } from "@knowhow/shared";
import type { Deps } from "../../../deps.ts";
import type { OpenAiGateway, OpenAiQuestion } from "../../../gateways/openai.ts";
import { reserve } from "../budget.ts";
import { findPriceLevels } from "../comparables.ts";
import type { FindComparables, Helper } from "../helper.ts";
import { runTask } from "../local/runTask.ts";
import { wordsOf } from "../local/words.ts";
import { checkDraft, checkSummary } from "./check.ts";
import { maxCostOf, wonFor } from "./cost.ts";
import { excerptOf } from "./excerpt.ts";
import { excerptLength, suggestQuestion, summaryQuestion } from "./questions.ts";

type Parts = Pick<Deps, "pool" | "config" | "log">;

/** The helper that asks a service. Its answers are untrusted: each is checked against all of our rules. */
export const createOpenAiHelper = (
  deps: Parts,
  gateway: OpenAiGateway,
  findComparables: FindComparables,
): Helper => {
  const { model } = gateway;
  const noUse = (reason: string): AppError => {
    deps.log.warn({ model, reason }, "the helper's service gave no usable answer");
    return new AppError("PROVIDER_ERROR");
  };

  /** Asks within the day's budget, and checks the answer. */
  const ask = async <T>(
    question: OpenAiQuestion,
    signal: AbortSignal,
    check: (value: unknown) => { value: T } | { reason: string },
  ): Promise<T> => {
    const maxWon = maxCostOf(model, question);
    const reserved = await reserve(deps, maxWon);
    const answer = await gateway.ask(question, signal);
    switch (answer.kind) {
      case "resting":
        await reserved.settle(0);
        throw new AppError("UNAVAILABLE", { retryAfter: answer.seconds });
      case "failed":
        await reserved.settle(answer.isCharged ? maxWon : 0);
        throw noUse(answer.reason);
      case "useless":
        await reserved.settle(answer.usage ? wonFor(model, answer.usage) : maxWon);
        throw noUse(answer.reason);
      case "ok": {
        await reserved.settle(answer.usage ? wonFor(model, answer.usage) : maxWon);
        const checked = check(answer.value);
        if ("reason" in checked) throw noUse(checked.reason);
        return checked.value;
      }
    }
  };

  return {
    engine: "openai",
    version: `openai-1 ${model}`,
    async suggest({ userDescription, passages }, signal) {
      const excerpt = await excerptOf(passages, excerptLength, signal);
      const question = suggestQuestion(userDescription, await findPriceLevels(deps), excerpt);
      const draft = await ask(question, signal, checkDraft);
      const { description } = draft;
      const words = new Set(wordsOf(`${draft.title}\n${description}`));
      return {
        ...draft,
        comparables: await findComparables(draft.category, words),
        copied:
          passages.length > 0
            ? await runTask({ kind: "copied", description, userDescription }, passages, signal)
            : [],
      };
    },
    async summarize(passages, signal) {
      const excerpt = await excerptOf(passages, excerptLength, signal);
      const { summary, sources } = await ask(summaryQuestion(excerpt), signal, checkSummary);
      return { summary, sources: await runTask({ kind: "quote", quoted: sources }, passages, signal) };
    },
  };
};
