import { AppError } from "@knowhow/shared";
import { handleWhenResult } from "cockatiel";
import { pipeline, Transform, type Readable } from "node:stream";
import type { Logger } from "pino";
import { createBreaker } from "../gateways/breaker.ts";
import { MissingObject } from "./storage.ts";

const retryAfter = 5;

/** What the library's errors carry. */
interface Failure {
  name: string;
  message: string;
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const away = (): AppError => new AppError("UNAVAILABLE", { retryAfter });

/** Runs calls to a store in limited time. */
export interface Calls {
  /** Fails with MissingObject, or for any other reason as UNAVAILABLE, after at most this time. */
  run<T>(name: string, limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** How a call ended; a store that refuses is there, one that does not answer or says so itself is ill. */
type Outcome<T> = { value: T } | { failure: Failure; isIll: boolean };

/** See Calls. A store that is ill is left alone for a moment: calls then fail at once. */
export const createCalls = (log: Pick<Logger, "warn">, { restMs }: { restMs?: number } = {}): Calls => {
  // The predicate sees only what `attempt` below resolves with.
  const isIll = (outcome: unknown) => "isIll" in (outcome as object) && (outcome as { isIll: boolean }).isIll;
  const breaker = createBreaker(handleWhenResult(isIll), { restMs });
  const attempt = async <T>(
    limitMs: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<Outcome<T>> => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    try {
      return { value: await work(controller.signal) };
    } catch (error) {
      const failure = error as Failure; // Everything that the library throws is an Error.
      const status = failure.$metadata?.httpStatusCode;
      return { failure, isIll: status === undefined || status >= 500 };
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async run(name, limitMs, work) {
      const outcome = await breaker.run(() => attempt(limitMs, work)).catch(() => undefined);
      if (!outcome) throw away();
      if ("value" in outcome) return outcome.value;
      const { name: reason, message, code, $metadata } = outcome.failure;
      const status = $metadata?.httpStatusCode;
      if (status === 404 && reason !== "NoSuchBucket") throw new MissingObject(name);
      log.warn({ call: name, reason, message, code, status }, "the object storage failed");
      throw away();
    },
  };
};

/**
 * The same bytes; a source that breaks off, or gives nothing for this long to a waiting reader, ends in UNAVAILABLE.
 */
export const unlessStalled = (source: Readable, limitMs: number): Readable => {
  let moved = true;
  const bytes = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      moved = true;
      done(null, chunk);
    },
  });
  const timer = setInterval(() => {
    // What waits for a slow reader, or has all come, is no stall.
    if (!moved && bytes.readableLength === 0 && !bytes.writableEnded) bytes.destroy(away());
    moved = false;
  }, limitMs);
  // A store that breaks off is away; the reader of the rest hears so.
  source.once("error", () => bytes.destroy(away()));
  pipeline(source, bytes, () => {
    clearInterval(timer);
  });
  return bytes;
};
