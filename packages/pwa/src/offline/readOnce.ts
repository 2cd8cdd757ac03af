import type { AnyEndpoint, OutputOf } from "@knowhow/shared";
import type { Call, CallInput, Page } from "@knowhow/ui/client/client.ts";
import { recallAnswer } from "@knowhow/ui/client/responseCache.ts";

/** An answer that may have changed, read less than this ago, is not read again, in milliseconds. */
const justReadMs = 5 * 60_000;

/** Whether an answer kept at a time was read just now, by a round before a reload or by a screen. */
export const isJustRead = (keptAt: number | undefined): boolean =>
  keptAt !== undefined && keptAt <= Date.now() && keptAt > Date.now() - justReadMs;

/** The page of a list at a cursor, from the server, or from the device where it was just read. */
export const readOnce = async <T extends AnyEndpoint>(
  call: Call<T>,
  cursor?: string,
): Promise<Page<OutputOf<T>>> => {
  const asked = cursor === undefined ? {} : { query: { cursor } };
  const kept = await recallAnswer(call.contract, asked);
  return isJustRead(kept?.keptAt)
    ? (kept as Page<OutputOf<T>>) // The answer to this very call, as it was kept.
    : call.page(asked as CallInput<T>); // No list asks for more than the query of lists.
};
