import type { Answered, Transport } from "./client.ts";

/** Number of remembered answers; the oldest goes first, as of a poll that has moved on to another address. */
const maxEntries = 40;
const kept = new Map<string, { etag: string; answered: Answered }>();

/**
 * Cheap repeated reads of answers that the browser may not store on disk: the newest stay in this page's memory, and an
 * unchanged one comes as a 304. Answers that the browser may store are left to it.
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
    // At the end of the map: the oldest entries are deleted first.
    kept.set(address, { etag, answered: newest });
    const [oldest] = kept.keys();
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
    return newest;
  };

/** Forgets every answer: its reader is signed out. */
export const forgetAnswers = (): void => {
  kept.clear();
};
