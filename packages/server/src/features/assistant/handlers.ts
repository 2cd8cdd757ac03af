import { AppError, type assistant } from "@knowhow/shared";
import { accessContent } from "../contents/access.ts";
import { canDownload } from "../contents/policy.ts";
import type { Deps } from "../../deps.ts";
import { createOpenAiGateway } from "../../gateways/openai.ts";
import { leavingOf, leftEarly } from "../../http/leaving.ts";
import type { Handlers } from "../../http/mount.ts";
import { createArrivals } from "./arrivals.ts";
import { createComparables } from "./comparables.ts";
import { nothingToSummarise, readContent, readReceived } from "./documents.ts";
import type { Helper, Passage } from "./helper.ts";
import { createLocalHelper } from "./local/index.ts";
import { createOpenAiHelper } from "./openai/index.ts";
import { recordDelivery } from "../orders/deliveries.ts";
import { checkCalls, takeCall } from "./quota.ts";
import { createSummaries, findSummary, summaryKey, type SummaryResult } from "./summaries.ts";
import { createTurns } from "./turns.ts";

/** Failures that are not the person's: the call is given back. */
const isOurs = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500;

/** Whether work was ended because nobody waits for it any more, not because our own time for it ran out. */
const wasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");

/** Runs a call of the helper that counts as one of a person's day, unless it fails through no fault of theirs. */
const counted = async <T>(
  deps: Deps,
  userId: string,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> => {
  const taken = await takeCall(deps, userId);
  try {
    return await work();
  } catch (error) {
    // Whoever leaves may have cost something already.
    if (!wasLeft(signal) && isOurs(error)) await taken.giveBack();
    throw error;
  }
};

/** Ends quietly what nobody waits for any more. */
const orLeft = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw signal.aborted ? leftEarly() : error;
  }
};

/** Pieces of work of the helper at once in this process, and how many more may wait. */
const places = { running: 4, waiting: 16 } as const;

const createHelper = (deps: Deps): Helper => {
  const findComparables = createComparables(deps);
  const { openAi } = deps.config;
  return openAi
    ? createOpenAiHelper(deps, createOpenAiGateway(openAi), findComparables)
    : createLocalHelper(findComparables);
};

/** Answers the calls of the helper. */
export const createAssistantHandlers = (deps: Deps): Handlers<typeof assistant> => {
  const helper = createHelper(deps);
  const inTurn = createTurns(places.running, places.waiting);
  const arrivals = createArrivals();
  const summaries = createSummaries(deps);
  const { engine } = helper;

  const suggest = async (
    userId: string,
    userDescription: string,
    passages: readonly Passage[],
    signal: AbortSignal,
  ) => {
    const draft = await counted(
      deps,
      userId,
      () => inTurn(() => helper.suggest({ userDescription, passages }, signal), signal),
      signal,
    );
    return { ...draft, engine };
  };

  return {
    suggest: ({ body, ctx, viewer }) => {
      const signal = leavingOf(ctx);
      return orLeft(suggest(viewer.id, body.userDescription, [], signal), signal);
    },
    suggestWithFile: async ({ ctx, viewer, receive }) => {
      // Before 500 MB arrive for nothing; what counts is taken later, when the file has proved to be one.
      await checkCalls(deps, viewer.id);
      const signal = leavingOf(ctx);
      const answer = async () => {
        const { body, file } = await receive();
        return suggest(viewer.id, body.userDescription, await readReceived(file, signal), signal);
      };
      return orLeft(arrivals(viewer.id, answer), signal);
    },
    summarize: async ({ ctx, params, viewer, fail }) => {
      const access = await accessContent(deps, params.id, viewer);
      if (!canDownload(access)) return fail("PURCHASE_REQUIRED");
      const key = summaryKey(access, helper.version);
      const deliver = async <T>(summary: T): Promise<T> => {
        await recordDelivery(deps, access, viewer, { kind: "summary", item: "", fileName: null });
        return summary;
      };
      const kept = await findSummary(deps, key);
      if (kept) return deliver(kept);
      const signal = leavingOf(ctx);
      const make = async (flying: AbortSignal): Promise<SummaryResult> => {
        // Before files are read for nothing; what counts is taken when there is something to ask about.
        await checkCalls(deps, viewer.id);
        const { passages, isFinal } = await readContent(deps, access, flying);
        if (passages.length === 0) {
          if (!isFinal) throw nothingToSummarise();
          return { summary: "", sources: [], engine, isFinal };
        }
        const made = await counted(
          deps,
          viewer.id,
          () => inTurn(() => helper.summarize(passages, flying), flying),
          flying,
        );
        return { ...made, engine, isFinal };
      };
      return deliver(await orLeft(summaries.get(key, make, signal), signal));
    },
  };
};
