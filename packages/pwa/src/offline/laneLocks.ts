import type { LockMode, RunInLane } from "@knowhow/ui/device/jobs/runner.ts";

const optionsOf = (mode: LockMode, signal: AbortSignal | undefined): LockOptions => {
  if (mode === "free") return { ifAvailable: true };
  if (mode === "steal") return { steal: true };
  return signal ? { signal } : {};
};

/** Only secure pages have locks. */
export const locks = (): LockManager | undefined => ("locks" in navigator ? navigator.locks : undefined);

/** Runs the work unless some tab has that hold; true when it ran, false also where no tab can tell. */
export const runUnlessHeld = async (name: string, work: () => Promise<unknown>): Promise<boolean> =>
  (await locks()?.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  })) ?? false;

/** The locks of a user's lanes, over all tabs. */
export const createLaneLocks =
  (userId: string): RunInLane =>
  async (lane, work, mode = "free", signal) => {
    const name = `knowhow:${userId}:lane:${lane}`;
    const isRun = await locks()?.request(name, optionsOf(mode, signal), async (lock) => {
      if (lock) await work();
      return lock !== null;
    });
    // Without locks the server still takes a job once, by its idempotency key.
    if (isRun === undefined) await work();
    return isRun ?? true;
  };
