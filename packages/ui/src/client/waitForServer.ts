import { AppError } from "@knowhow/shared";
import { client } from "./client.ts";
import { HttpError } from "../components/failure.ts";

/** The server is asked again after this long, doubled each time up to the most. */
const firstMs = 2_000;
const maxMs = 15_000;
/** Without a response by then the server is down. */
const answerMs = 10_000;

/** Shared by all waiting callers: a failure right after an answer goes on as slowly as before. */
let attempts = 0;
let askedAt = -Infinity;

/** A refusal is an answer; a gateway's for a missing server is none. */
const isAnswer = (error: unknown): boolean =>
  (error instanceof AppError || error instanceof HttpError) && error.status < 500;

const isThere = async (): Promise<boolean> => {
  attempts += 1;
  askedAt = performance.now();
  try {
    await client.health.live({}, { signal: AbortSignal.timeout(answerMs) });
    return true;
  } catch (error) {
    return isAnswer(error);
  }
};

/**
 * Calls back each time the server is found to answer. It is asked more and more seldom, and only while the page is
 * visible: a returning server causes no browser event, as a network does. Gives the way to stop.
 */
export const waitForServer = (onAnswer: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  if (performance.now() - askedAt > 2 * maxMs) attempts = 0;
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), Math.min(maxMs, firstMs * 2 ** attempts));
  };
  const ask = async () => {
    const mayAsk = document.visibilityState === "visible" && navigator.onLine;
    const isBack = mayAsk && (await isThere());
    if (isOver) return;
    plan();
    if (isBack) onAnswer();
  };
  const handleLook = () => {
    // A person who returns to the page does not wait long for its new state.
    if (document.visibilityState !== "visible" || performance.now() - askedAt < maxMs) return;
    attempts = 0;
    plan();
  };
  plan();
  document.addEventListener("visibilitychange", handleLook);
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", handleLook);
  };
};
