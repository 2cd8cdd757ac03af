import { AppError, type health } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../http/mount.ts";
import { checkWatcher } from "../../metrics/access.ts";
import type { Metrics } from "../../metrics/metrics.ts";

const within = async (name: string, work: Promise<unknown>): Promise<void> => {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Error("no answer"));
    }, 3_000).unref();
  });
  try {
    await Promise.race([work, limit]);
  } catch {
    throw new AppError("UNAVAILABLE", { retryAfter: 2, extra: { part: name } });
  }
};

/** How long a good answer stays valid for the next callers. */
const heldMs = 1_000;

/** Runs a check once for all simultaneous callers; callers soon after a good one get the same answer. */
const shared = (check: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let wellUntil = 0;
  const run = async () => {
    await check();
    wellUntil = performance.now() + heldMs;
  };
  return async () => {
    if (performance.now() < wellUntil) return;
    running ??= run().finally(() => {
      running = undefined;
    });
    await running;
  };
};

/** Liveness asks no other part; readiness asks all that a request needs, while they are well at most once a second. */
export const createHealthHandlers = (
  { config, pool, storage }: Pick<Deps, "config" | "pool" | "storage">,
  { isReady, metrics }: { isReady: () => boolean; metrics: Pick<Metrics, "show" | "contentType"> },
): Handlers<typeof health> => {
  // Public and not counted by limits, and the storage check writes: hence shared.
  const checkParts = shared(async () => {
    await within("database", pool.query("select 1"));
    await within("storage", storage.check());
  });
  return {
    live: () => Promise.resolve({ status: "ok" }),
    async ready({ query: { part } }) {
      if (!isReady()) throw new AppError("UNAVAILABLE", { retryAfter: 2, extra: { part: "process" } });
      if (part === undefined) await checkParts();
      return { status: "ok" };
    },
    async metrics({ ctx }) {
      checkWatcher(ctx, config);
      ctx.body = await metrics.show();
      ctx.set("Content-Type", metrics.contentType);
      ctx.set("Cache-Control", "no-store");
    },
  };
};
