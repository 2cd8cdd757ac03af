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

/** Failures that are not the user's: their call is given back. */
const isServerFailure = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500;

/** Whether work was aborted because its caller left, not because its time ran out. */
const wasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");

/** Runs a call that counts toward a user's daily limit, unless it fails through no fault of the user's. */
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
    // A call that its caller left may have cost something already: it counts.
    if (!wasLeft(signal) && isServerFailure(error)) await taken.giveBack();
    throw error;
  }
};

/** Ends a call quietly whose caller has left. */
const orLeft = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw signal.aborted ? leftEarly() : error;
  }
};

/** Calls of the helper that run at once in this process, and how many more may wait. */
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
    const { copied, ...draft } = await counted(
      deps,
      userId,
      () => inTurn(() => helper.suggest({ userDescription, passages }, signal), signal),
      signal,
    );
    return { ...draft, engine, ...(copied.length > 0 ? { copied } : {}) };
  };

  return {
    suggest: ({ body, ctx, viewer }) => {
      const signal = leavingOf(ctx);
      return orLeft(suggest(viewer.id, body.userDescription, [], signal), signal);
    },
    suggestWithFile: async ({ ctx, viewer, receive }) => {
      // Checked before 500 MB arrive for nothing; the call is taken later, once the file has proved valid.
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
        // Checked before files are read for nothing; the call is taken once there is something to ask about.
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
