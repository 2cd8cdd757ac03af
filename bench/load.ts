// Load over HTTP: the product and the limit server in turn, so that a busy moment meets both.
import type { Method } from "@knowhow/shared";
import autocannon from "autocannon";
import { judge, median } from "./report.ts";

const connections = 16;

/** What one side is asked, over and over. */
interface Call {
  url: string;
  headers?: Record<string, string>;
  /** Each request of its own, by its number. */
  requestOf?: (index: number) => {
    method: Method;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  };
  status?: number;
}

/** Requests per second that one side answers, all as they should be. */
export const rateOf = async (
  { url, headers, requestOf, status = 200 }: Call,
  seconds: number,
): Promise<number> => {
  let index = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(headers ? { headers } : {}),
    ...(requestOf
      ? { requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(index++) }) }] }
      : {}),
  });
  const { statusCodeStats = {} } = result as { statusCodeStats?: Record<string, { count?: number }> }; // Not in its types.
  const right = statusCodeStats[String(status)]?.count ?? 0;
  const all = Object.values(statusCodeStats).reduce((sum, { count = 0 }) => sum + count, 0);
  if (right === 0 || right < all) throw new Error(`${url} answered ${JSON.stringify(statusCodeStats)}`);
  return result.requests.average;
};

/** Measures a call beside its limit, round by round, and judges the middle of the ratios. */
export const compare = async (
  what: string,
  sides: { product: Call; limit: Call; before?: () => Promise<unknown> },
  { min, seconds, rounds }: { min: number; seconds: number; rounds: number },
): Promise<void> => {
  const found: { product: number; limit: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const rates = { product: 0, limit: 0 };
    for (const side of round % 2 === 0 ? (["limit", "product"] as const) : (["product", "limit"] as const)) {
      await sides.before?.();
      rates[side] = await rateOf(sides[side], seconds);
    }
    found.push(rates);
  }
  const detail = `${median(found.map(({ product }) => product)).toFixed(0)}/s beside ${median(found.map(({ limit }) => limit)).toFixed(0)}/s`;
  judge(what, median(found.map(({ product, limit }) => product / limit)), { min, unit: " ×", detail });
};
