import { AppError, type health } from "@knowhow/shared";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/mount.ts";

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

/** Liveness never asks another part; readiness asks all that a request needs. */
export const createHealthHandlers = (
  { pool, storage }: Pick<Deps, "pool" | "storage">,
  isReady: () => boolean,
): Handlers<typeof health> => ({
  live: () => Promise.resolve({ status: "ok" }),
  async ready() {
    if (!isReady()) throw new AppError("UNAVAILABLE", { retryAfter: 2, extra: { part: "process" } });
    await within("database", pool.query("select 1"));
    await within("storage", storage.check());
    return { status: "ok" };
  },
});
