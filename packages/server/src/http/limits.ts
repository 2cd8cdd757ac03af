import { AppError, isUuid, limits, type AnyEndpoint, type LimitName } from "@knowhow/shared";
import type { Context } from "koa";
import cluster from "node:cluster";
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Deps } from "../deps.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { addressKey } from "./address.ts";
import { stateOf, type Viewer } from "./state.ts";

/** The room that a call is about; a key has limited room, so anything but an id counts as one room. */
const roomOf = (ctx: Context): string => {
  // The router puts the parameters there; the type of a bare context does not know them.
  const { roomId = "" } = (ctx as Context & { params?: { roomId?: string } }).params ?? {};
  return isUuid(roomId) ? roomId.toLowerCase() : "none";
};

/** The limits that count a call of this person: all calls of a member in one, and what the contract names. */
export const limitsOf = ({ limit }: AnyEndpoint, viewer: Viewer | undefined): readonly LimitName[] => {
  const named = limit === undefined ? [] : typeof limit === "string" ? [limit] : limit;
  if (viewer) return ["member", ...named];
  return limit === undefined ? ["visitor"] : named;
};

/** Counts calls and refuses those over a limit with 429 and the seconds to wait. */
export interface Limiter {
  /** Counts one call under each of these limits. */
  consume(ctx: Context, names: readonly LimitName[]): Promise<void>;
}

/** Shared limits live in PostgreSQL, the others in this process, or with its supervisor for all processes of a port. */
export const createLimiter = (
  { config, pool, log }: Pick<Deps, "config" | "pool" | "log">,
  { refused }: Pick<Metrics, "refused">,
): Limiter => {
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  for (const [name, limit] of Object.entries(limits)) {
    const options = { keyPrefix: name, points: limit.points, duration: limit.seconds };
    const memory = new RateLimiterMemory(options);
    limiters.set(
      name as LimitName, // Object.entries widens the keys of the table.
      "shared" in limit
        ? new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            tableName: "rate_limits",
            tableCreated: true,
            insuranceLimiter: memory,
          })
        : cluster.isWorker
          ? new RateLimiterCluster(options)
          : memory,
    );
  }
  const keyOf = (ctx: Context, name: LimitName): string => {
    const { viewer } = stateOf(ctx);
    const { per } = limits[name];
    if (per === "address" || !viewer) return addressKey(ctx.ip);
    return per === "room" ? `${viewer.id}:${roomOf(ctx)}` : viewer.id;
  };
  const refuse = (ctx: Context, name: LimitName, { msBeforeNext }: RateLimiterRes): never => {
    refused(name);
    log.info({ limit: name, requestId: stateOf(ctx).requestId }, "rate limited");
    throw new AppError("RATE_LIMITED", { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
  };
  const count = async (ctx: Context, name: LimitName): Promise<void> => {
    try {
      await limiters.get(name)?.consume(keyOf(ctx, name));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      refuse(ctx, name, refusal);
    }
  };
  const look = async (ctx: Context, name: LimitName): Promise<void> => {
    const used = await limiters.get(name)?.get(keyOf(ctx, name));
    if (used && used.remainingPoints <= 0) refuse(ctx, name, used);
    // A member's call is counted as such already.
    if (!stateOf(ctx).viewer) await count(ctx, "visitor");
  };
  return {
    async consume(ctx, names) {
      if (!config.rateLimits) return;
      for (const name of names) {
        if (ctx.method === "HEAD" && "looksAhead" in limits[name]) await look(ctx, name);
        else await count(ctx, name);
      }
    },
  };
};
