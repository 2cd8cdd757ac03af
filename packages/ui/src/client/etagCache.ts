import type { Answered, Transport } from "./client.ts";

/** Answers that are remembered; a poll that went on to another address lets go of the oldest. */
const most = 40;
const kept = new Map<string, { etag: string; answered: Answered }>();

/**
 * Asks again cheaply for what the browser is not to keep on its disk: the newest answers stay in this page's memory, and
 * one that is still so comes as a 304. What may be kept by the browser is left to it.
 */
export const withEtagCache =
  (transport: Transport): Transport =>
  async (address, request) => {
    if (request.method !== "GET") return transport(address, request);
    const known = kept.get(address);
    const asking = known && { ...request, headers: { ...request.headers, "if-none-match": known.etag } };
    const answered = await transport(address, asking ?? request);
    const isUnchanged = known !== undefined && answered.status === 304;
    const newest = isUnchanged ? known.answered : answered;
    const etag = newest.headers.get("etag");
    kept.delete(address);
    if (newest.status !== 200 || etag === null || !newest.headers.get("cache-control")?.includes("no-store"))
      return newest;
    // Behind the others again, which go first.
    kept.set(address, { etag, answered: newest });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return newest;
  };

/** Forgets every answer: whoever was given them is signed out. */
export const forgetAnswers = (): void => {
  kept.clear();
};
