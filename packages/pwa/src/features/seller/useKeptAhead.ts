import { seoulDay, type AnyEndpoint } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { oldestStaleAt, recallAnswer } from "@knowhow/ui/client/responseCache.ts";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { useEffect } from "react";
import { isJustRead } from "../../offline/readOnce.ts";
import { shownMonths } from "./salesSpans.ts";

/** Delay in milliseconds, so that what the screen shows itself is read first. */
const firstMs = 1_500;

const isOld = async (contract: AnyEndpoint, query: Record<string, unknown>): Promise<boolean> =>
  !isJustRead((await recallAnswer(contract, { query }))?.keptAt);

const keepAhead = async (): Promise<void> => {
  const { listSales, getStatement } = client.seller;
  const byMonth = { by: "month", limit: shownMonths } as const;
  const newest = { month: seoulDay(serverNow()).slice(0, 7) };
  if (await isOld(listSales.contract, byMonth)) await listSales({ query: byMonth });
  if (await isOld(getStatement.contract, newest)) await getStatement({ query: newest });
};

/**
 * Reads what the seller's page shows after a press, the months and the newest statement: by being read once the device
 * has them for a time without a network.
 */
export const useKeptAhead = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine && oldestStaleAt() === undefined) keepAhead().catch(console.warn);
    }, firstMs);
    return () => clearTimeout(timer);
  }, []);
};
