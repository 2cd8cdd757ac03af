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

/** For how long a good answer holds for those who ask after it. */
const heldMs = 1_000;

/** Runs a check once for all who ask at the same time; whoever asks soon after a good one is told the same. */
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

/** Liveness never asks another part; readiness asks all that a request needs, for nobody more than once a second. */
export const createHealthHandlers = (
  { config, pool, storage }: Pick<Deps, "config" | "pool" | "storage">,
  { isReady, metrics }: { isReady: () => boolean; metrics: Pick<Metrics, "show" | "contentType"> },
): Handlers<typeof health> => {
  // Anybody may ask, uncounted, and the storage is asked by writing into it.
  const checkParts = shared(async () => {
    await within("database", pool.query("select 1"));
    await within("storage", storage.check());
  });
  return {
    live: () => Promise.resolve({ status: "ok" }),
    async ready() {
      if (!isReady()) throw new AppError("UNAVAILABLE", { retryAfter: 2, extra: { part: "process" } });
      await checkParts();
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
