import { bulkhead, BulkheadRejectedError, BrokenCircuitError, handleWhenResult } from "cockatiel";
import { createBreaker } from "./breaker.ts";
import type { TossSeal } from "./tossSeal.ts";
import { traceFetch } from "../tracing/spans.ts";

const defaultTimeoutMs = 15_000;

/** The provider's answer to one call: its result, its definite refusal, or nothing that could be relied on. */
export type TossAnswer<T> =
  | { kind: "ok"; value: T }
  | { kind: "refused"; status: number; code: string; message: string }
  | { kind: "unknown"; reason: string };

/**
 * Tells whether a reading taught nothing of what was asked about: no answer, or a refusal, which may be a fault of the
 * moment. That the provider knows no such thing (404) is knowledge.
 */
export const tellsNothing = (answer: TossAnswer<unknown>): boolean =>
  answer.kind === "unknown" || (answer.kind === "refused" && answer.status !== 404);

/** One call to the provider's REST interface. */
interface TossCall<T> {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  accepts: (answer: unknown) => answer is T;
  /** Encrypts the body and opens the answer. */
  seal?: TossSeal;
  /** Sent even while the provider is left alone: for a call whose caller came through `inTurn`. */
  always?: boolean;
}

/** How calls reach the provider, and whether they would. */
export interface TossLine {
  call<T>(call: TossCall<T>): Promise<TossAnswer<T>>;
  isReachable(): boolean;
  inTurn<R>(work: () => Promise<R>): Promise<{ value: R } | undefined>;
}

/** Statuses below 500 that decide nothing: it took too long, the same call is still running, there were too many. */
const undecided = new Set([408, 409, 429]);

/** How many calls are under way at once, and how many wait for one to end; more are not sent. */
const room = { calls: 32, waiting: 64 } as const;

/** The reason of an unknown answer that came, sealed, and that our security key does not open. */
export const unreadable = "the answer can not be opened";

/** The result of one call; a provider that gives an error of its own is there, one that does not is ill. */
interface Heard<T> {
  answer: TossAnswer<T>;
  isIll: boolean;
}

/** Tells an object from everything else. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const failureOf = (body: unknown): { code: string; message: string } | undefined => {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : body;
  return isRecord(error) && typeof error["code"] === "string" && typeof error["message"] === "string"
    ? { code: error["code"], message: error["message"] }
    : undefined;
};

const sealed = { "content-type": "text/plain", "tosspayments-api-security-mode": "ENCRYPTION" };

const ill = <T>(reason: string): Heard<T> => ({ answer: { kind: "unknown", reason }, isIll: true });

/** Five parts with points between them: a message that was sealed with some key. */
const isSealed = (text: string): boolean => /^[\w-]+(\.[\w-]*){4}$/.test(text.trim());

/** The body of an answer to a sealed call; a refusal from before the seal was looked at comes in the open. */
const openSealed = async (response: Response, seal: TossSeal): Promise<{ body: unknown } | undefined> => {
  const text = await response.text();
  if (!isSealed(text) && !response.ok) return { body: JSON.parse(text) as unknown };
  try {
    return { body: await seal.open(text) };
  } catch (error) {
    if (isSealed(text)) return undefined;
    throw error;
  }
};

/** What an answer says, and whether it could be relied on. */
const hear = <T>(response: Response, body: unknown, accepts: TossCall<T>["accepts"]): Heard<T> => {
  if (response.ok) {
    return accepts(body)
      ? { answer: { kind: "ok", value: body }, isIll: false }
      : ill("the answer has an unknown shape");
  }
  const failure = failureOf(body);
  if (!failure) return ill(`status ${response.status}`);
  if (response.status >= 500 || undecided.has(response.status))
    return { answer: { kind: "unknown", reason: failure.code }, isIll: response.status === 429 };
  return { answer: { kind: "refused", status: response.status, ...failure }, isIll: false };
};

/** Opens the line to the provider, or to its stand-in. A call that can not be sent is an unknown answer, at once. */
export const openTossLine = (
  secretKey: string,
  apiBase: () => string,
  { timeoutMs = defaultTimeoutMs, restMs }: { timeoutMs?: number; restMs?: number | undefined } = {},
): TossLine => {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`;
  // The predicate sees only what `send` below resolves with.
  const breaker = createBreaker(
    handleWhenResult((heard) => (heard as Heard<unknown>).isIll),
    { restMs },
  );
  const calls = bulkhead(room.calls, room.waiting);
  const turns = bulkhead(room.calls, room.waiting);

  const send = async <T>(
    { method, path, body, idempotencyKey, accepts, seal }: TossCall<T>,
    signal: AbortSignal,
  ): Promise<Heard<T>> => {
    try {
      signal.throwIfAborted();
      // The provider is the one host that this server calls here, at an address from the configuration.
      const response = await traceFetch("toss", `${apiBase()}${path}`, {
        method,
        signal,
        redirect: "error",
        headers: {
          authorization,
          ...(seal ? sealed : body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: seal ? await seal.close(body) : JSON.stringify(body) }),
      });
      const answer = seal ? await openSealed(response, seal) : { body: await response.json() };
      // The provider is well and said something: the key is wrong, here or there.
      if (!answer) return { answer: { kind: "unknown", reason: unreadable }, isIll: false };
      return hear(response, answer.body, accepts);
    } catch (error) {
      return ill(error instanceof Error ? error.name : "no answer");
    }
  };

  const isUnsent = (error: unknown): boolean =>
    error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;

  return {
    isReachable: breaker.isClosed,
    async call(call) {
      // Waiting for room counts too: a call waits no longer for others than for an answer.
      const signal = AbortSignal.timeout(timeoutMs);
      const ask = () => send(call, signal);
      try {
        if (call.always) return (await (breaker.isClosed() ? breaker.run(ask) : ask())).answer;
        return (await calls.execute(() => breaker.run(ask))).answer;
      } catch (error) {
        if (isUnsent(error)) return { kind: "unknown", reason: "not sent" };
        throw error;
      }
    },
    async inTurn(work) {
      if (!breaker.isClosed()) return undefined;
      try {
        return await turns.execute(async () => (breaker.isClosed() ? { value: await work() } : undefined));
      } catch (error) {
        if (error instanceof BulkheadRejectedError) return undefined;
        throw error;
      }
    },
  };
};
