import { BrokenCircuitError, handleType } from "cockatiel";
import type OpenAI from "openai";
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenAiSettings } from "../configOpenAi.ts";
import { createBreaker } from "./breaker.ts";
import { SpanKind } from "@opentelemetry/api";
import { inSpan } from "../tracing/spans.ts";

/** One question: what the service is to do, and the data it is to do it with, each piece a message of its own. */
export interface OpenAiQuestion {
  instructions: string;
  data: readonly string[];
  /** Name and JSON schema of the answer. */
  name: string;
  schema: Record<string, unknown>;
  /** Most tokens that the answer may have. */
  maxTokens: number;
}

/** Tokens that a call was charged for. */
export interface OpenAiUsage {
  input: number;
  output: number;
}

/**
 * What became of a question: an answer in JSON; an answer that is of no use (cut off, refused, no JSON); or none.
 * `isCharged` says of one without usage whether it may have cost something all the same.
 */
type OpenAiAnswer =
  | { kind: "ok"; value: unknown; usage: OpenAiUsage | undefined }
  | { kind: "useless"; reason: string; usage: OpenAiUsage | undefined }
  | { kind: "failed"; reason: string; isCharged: boolean }
  /** Not asked: the service failed so often that it is left alone for a moment. */
  | { kind: "resting"; seconds: number };

/** The service's calls that the product makes. None of them throws. */
export interface OpenAiGateway {
  readonly model: string;
  /** Asks once, with two more tries; ends at once when the signal is given. */
  ask(question: OpenAiQuestion, signal: AbortSignal): Promise<OpenAiAnswer>;
}

/** Times that tests make shorter. */
interface OpenAiTimes {
  /** From the question to the answer, tries included. */
  limitMs: number;
  /** For how long a service that failed is left alone. */
  restMs: number;
  /** Before the second and the third try, where the service does not say. */
  backoffMs: readonly [number, number];
}

const usual: OpenAiTimes = { limitMs: 30_000, restMs: 10_000, backoffMs: [500, 1_500] };
/** Longest pause that the service may ask for: a person is waiting. */
const maxWaitMs = 10_000;

/** The service is ill, not the question: counts towards leaving it alone. */
class Trouble extends Error {
  readonly isCharged: boolean;
  constructor(reason: string, isCharged = false) {
    super(reason);
    this.isCharged = isCharged;
  }
}

/** More than any model takes or gives at once. */
const maxUsedTokens = 2_000_000;

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxUsedTokens;

/** The usage of a call, if the service reports a valid one; despite the types it may send anything. */
const usageOf = (completion: Partial<OpenAI.ChatCompletion> | null): OpenAiUsage | undefined => {
  const input: unknown = completion?.usage?.prompt_tokens;
  const output: unknown = completion?.usage?.completion_tokens;
  return isCount(input) && isCount(output) ? { input, output } : undefined;
};

/** Some models put their JSON into a fence although they were asked for JSON alone. */
const unfence = (text: string): string => /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/u.exec(text)?.[1] ?? text;

/** Typed as always there; a broken service answers anything. */
type AnyCompletion = { choices?: (Partial<OpenAI.ChatCompletion.Choice> | null)[] | null } | null;

const judge = (completion: OpenAI.ChatCompletion): OpenAiAnswer => {
  const usage = usageOf(completion);
  const choice = (completion as AnyCompletion)?.choices?.[0];
  const message = choice?.message;
  const useless = (reason: string): OpenAiAnswer => ({ kind: "useless", reason, usage });
  if (!message) return useless("no answer in the answer");
  if (message.refusal) return useless("refused");
  // "stop" is the only end of a whole answer; services that leave it out are judged by their JSON.
  if (choice.finish_reason && choice.finish_reason !== "stop")
    return useless(`ended by ${choice.finish_reason}`);
  try {
    return { kind: "ok", value: JSON.parse(unfence(message.content ?? "")), usage };
  } catch {
    return useless("not JSON");
  }
};

/** What the service said to a call that failed: its status, 0 where there was no answer, and how long to wait. */
const refusalOf = (error: unknown): { status: number; retryAfter: string } => {
  if (!(error instanceof Error)) return { status: 0, retryAfter: "" };
  // The library's own errors have both where there was an answer.
  const { status, headers } = error as { status?: number; headers?: Headers };
  return { status: status ?? 0, retryAfter: headers?.get("retry-after") ?? "" };
};

/** How long to wait before the next try, in milliseconds: as long as the service asks for. */
const waitOf = ({ retryAfter }: { retryAfter: string }, otherwise: number): number => {
  const asked = /^[\d.]+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(asked) ? Math.max(0, asked) : otherwise;
};

/** No answer, or one that says: not now. */
const isPassing = (status: number): boolean =>
  status === 0 || status === 408 || status === 409 || status === 429 || status >= 500;

/** Calls the service, or another that speaks its protocol. */
export const createOpenAiGateway = (
  { apiKey, baseUrl, model }: OpenAiSettings,
  { limitMs, restMs, backoffMs }: OpenAiTimes = usual,
): OpenAiGateway => {
  const open = async (): Promise<OpenAI> => {
    const { default: Client } = await import("openai");
    return new Client({
      apiKey,
      baseURL: baseUrl,
      // Nothing is taken from the environment past our own settings, and nothing is printed.
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: "off",
      // Ours end with the caller's signal and never wait longer than a person would.
      maxRetries: 0,
      timeout: limitMs,
    });
  };
  // Opened by the first question: the library is large.
  let opened: Promise<OpenAI> | undefined;
  const breaker = createBreaker(handleType(Trouble), { restMs });

  const once = async (
    { instructions, data, name, schema, maxTokens }: OpenAiQuestion,
    signal: AbortSignal,
  ): Promise<OpenAI.ChatCompletion> => {
    const client = await (opened ??= open());
    return inSpan("openai chat", { kind: SpanKind.CLIENT }, () =>
      client.chat.completions.create(
        {
          model,
          messages: [
            { role: "system", content: instructions },
            ...data.map((content) => ({ role: "user" as const, content })),
          ],
          response_format: { type: "json_schema", json_schema: { name, schema, strict: true } },
          max_completion_tokens: maxTokens,
        },
        { signal },
      ),
    );
  };

  const tryAgain = async (question: OpenAiQuestion, signal: AbortSignal): Promise<OpenAI.ChatCompletion> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(question, signal);
      } catch (error) {
        const refusal = refusalOf(error);
        const pause = backoffMs[attempt];
        const wait = pause === undefined ? Infinity : waitOf(refusal, pause);
        if (signal.aborted || !isPassing(refusal.status) || wait > maxWaitMs) throw error;
        await sleep(wait, undefined, { signal });
      }
    }
  };

  const ask = async (question: OpenAiQuestion, left: AbortSignal): Promise<OpenAiAnswer> => {
    const late = AbortSignal.timeout(limitMs);
    try {
      return judge(await tryAgain(question, AbortSignal.any([left, late])));
    } catch (error) {
      // A caller that left says nothing about the service; its work until then may be charged.
      if (left.aborted) return { kind: "failed", reason: "the caller left", isCharged: true };
      if (late.aborted) throw new Trouble("no answer in time", true);
      const { status } = refusalOf(error);
      // The question is at fault: too long, or of what the service does not answer. Keys and limits are ours.
      if ([400, 413, 422].includes(status))
        return { kind: "failed", reason: `status ${status}`, isCharged: false };
      throw new Trouble(status > 0 ? `status ${status}` : "no connection");
    }
  };

  return {
    model,
    async ask(question, signal) {
      try {
        return await breaker.run(() => ask(question, signal));
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          return { kind: "resting", seconds: Math.ceil(restMs / 1_000) };
        return {
          kind: "failed",
          reason: error instanceof Error ? error.message : "unknown",
          isCharged: error instanceof Trouble && error.isCharged,
        };
      }
    },
  };
};
