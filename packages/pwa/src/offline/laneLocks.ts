import type { LockMode, RunInLane } from "@knowhow/ui/device/rowStore.ts";

/** Only secure pages have locks. */
export const locks = (): LockManager | undefined => ("locks" in navigator ? navigator.locks : undefined);

const optionsOf = (mode: LockMode, signal: AbortSignal | undefined): LockOptions => {
  if (mode === "free") return { ifAvailable: true };
  if (mode === "steal") return { steal: true };
  return signal ? { signal } : {};
};

/** Runs the work under a lock over all tabs; true when it ran, undefined where no tab can tell. */
const runUnder = async (name: string, options: LockOptions, work: () => Promise<unknown>) =>
  locks()?.request(name, options, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });

/** Runs the work unless some tab has that hold; true when it ran, false also where no tab can tell. */
export const runUnlessHeld = async (name: string, work: () => Promise<unknown>): Promise<boolean> =>
  (await runUnder(name, { ifAvailable: true }, work)) ?? false;

/** The locks of a user's lanes, over all tabs. */
export const createLaneLocks =
  (userId: string): RunInLane =>
  async (lane, work, mode = "free", signal) => {
    const isRun = await runUnder(`knowhow:${userId}:lane:${lane}`, optionsOf(mode, signal), work);
    // Without locks the server still takes a job once, by its idempotency key.
    if (isRun === undefined) await work();
    return isRun ?? true;
  };
