import { AppError, recoveryTries } from "@knowhow/shared";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Deps } from "../../deps.ts";
import { normaliseIdentifier } from "./lockout.ts";

const hour = 60 * 60;

const tries = {
  address: { points: recoveryTries.perAddress, duration: hour },
  identifier: { points: recoveryTries.perIdentifier, duration: 24 * hour },
  device: { points: recoveryTries.perKnownBrowser, duration: hour },
} as const;
type Kind = keyof typeof tries;

const limiters = new WeakMap<pg.Pool, Record<Kind, RateLimiterPostgres>>();
const limitersOf = (pool: pg.Pool): Record<Kind, RateLimiterPostgres> => {
  const known = limiters.get(pool);
  if (known) return known;
  const create = (kind: Kind) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: `recovery-${kind}`,
      ...tries[kind],
    });
  const fresh = { address: create("address"), identifier: create("identifier"), device: create("device") };
  limiters.set(pool, fresh);
  return fresh;
};

const refusal = (seconds: number): AppError =>
  new AppError("RATE_LIMITED", {
    message:
      seconds > hour
        ? "계정 찾기를 너무 많이 시도했습니다. 내일 다시 시도하거나, 전에 로그인한 브라우저에서 시도해주세요."
        : `계정 찾기를 너무 많이 시도했습니다. ${Math.ceil(seconds / 60)}분 후에 다시 시도해주세요.`,
    retryAfter: seconds,
  });

/** A try at recovering an account: a known browser is told apart from all others by its device. */
interface RecoveryTry {
  address: string;
  identifiers: readonly string[];
  device: string | undefined;
}

/**
 * Counts a try before it is checked, so that of simultaneous tries only one is the first; fails with RATE_LIMITED when
 * none is left. The returned function takes the try back, for right data.
 */
export const reserveRecoveryTry = async (
  { config, pool }: Pick<Deps, "config" | "pool">,
  { address, identifiers, device }: RecoveryTry,
): Promise<() => Promise<void>> => {
  if (!config.rateLimits) return () => Promise.resolve();
  const keys: (readonly [Kind, string])[] =
    device === undefined
      ? [
          ["address", address],
          ...[...new Set(identifiers.map(normaliseIdentifier))].map(
            (identifier) => ["identifier", identifier.slice(0, 200)] as const,
          ),
        ]
      : [["device", device]];
  const counted: (readonly [Kind, string])[] = [];
  const release = async (): Promise<void> => {
    for (const [kind, key] of counted) await limitersOf(pool)[kind].reward(key);
  };
  for (const [kind, key] of keys) {
    try {
      await limitersOf(pool)[kind].consume(key);
      counted.push([kind, key]);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // The try is refused without a check.
      await release();
      throw refusal(Math.max(1, Math.ceil(error.msBeforeNext / 1_000)));
    }
  }
  return release;
};
