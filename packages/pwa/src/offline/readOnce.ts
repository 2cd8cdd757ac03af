import type { AnyEndpoint, OutputOf } from "@knowhow/shared";
import type { Call, CallInput, Page } from "@knowhow/ui/client/client.ts";
import { recallAnswer } from "@knowhow/ui/client/responseCache.ts";

/** An answer that may have changed, read less than this ago, is not read again, in milliseconds. */
const justReadMs = 5 * 60_000;
/** An answer kept less than this ago is fresh, in milliseconds. */
const freshMs = 6 * 60 * 60_000;

/** Whether an answer was kept within a time; one in the future comes from a wrong clock. */
const isWithin = (ms: number, keptAt = 0, now = Date.now()): boolean => keptAt <= now && keptAt > now - ms;

/** Whether an answer kept at a time was read just now, by a round before a reload or by a screen. */
export const isJustRead = (keptAt: number | undefined): boolean => isWithin(justReadMs, keptAt);

/** Whether an answer kept at a time need not be fetched again. */
export const isFresh = (keptAt: number | undefined, now?: number): boolean => isWithin(freshMs, keptAt, now);

/** The page of a list at a cursor: the device's where it was just read, else the server's; by the network alone on demand. */
export const readOnce = async <T extends AnyEndpoint>(
  call: Call<T>,
  cursor?: string,
  isNetworkOnly = false,
): Promise<Page<OutputOf<T>>> => {
  const asked = cursor === undefined ? {} : { query: { cursor } };
  const kept = isNetworkOnly ? undefined : await recallAnswer(call.contract, asked);
  if (isJustRead(kept?.keptAt)) return kept as Page<OutputOf<T>>; // The answer to this very call, as it was kept.
  const page = await call.page(asked as CallInput<T>); // No list asks for more than the query of lists.
  if (isNetworkOnly && page.keptAt !== undefined) throw new Error("The server gave no answer.");
  return page;
};

/** The pages of a list, each kept by being fetched, with a pause after it; see `readOnce` for where they come from. */
export async function* readPages<T extends AnyEndpoint>(
  pause: () => Promise<void>,
  call: Call<T>,
  { maxPages = Infinity, isNetworkOnly = false } = {},
): AsyncGenerator<OutputOf<T>> {
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { data, nextCursor } = await readOnce(call, cursor, isNetworkOnly);
    yield data;
    await pause();
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}
