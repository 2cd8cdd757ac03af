import type { AnyEndpoint, OutputOf } from "@knowhow/shared";
import type { Call, CallInput, Page } from "@knowhow/ui/client/client.ts";
import { recallAnswer } from "@knowhow/ui/client/responseCache.ts";

/** An answer that may have changed, read less than this ago, is not read again, in milliseconds. */
const justReadMs = 5 * 60_000;

/** Whether an answer kept at a time was read just now, by a round before a reload or by a screen. */
export const isJustRead = (keptAt: number | undefined): boolean =>
  keptAt !== undefined && keptAt <= Date.now() && keptAt > Date.now() - justReadMs;

/** A page of a list from the server, or from the device where it was just read. */
export const readOnce = async <T extends AnyEndpoint>(
  call: Call<T>,
  input: CallInput<T>,
): Promise<Page<OutputOf<T>>> => {
  const kept = await recallAnswer(call.contract, input);
  // The answer to this very call, as it was kept.
  return isJustRead(kept?.keptAt) ? (kept as Page<OutputOf<T>>) : call.page(input);
};
