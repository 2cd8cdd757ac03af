import type { LockMode, RunInLane } from "@knowhow/ui/device/jobs/runner.ts";

const optionsOf = (mode: LockMode, signal: AbortSignal | undefined): LockOptions => {
  if (mode === "free") return { ifAvailable: true };
  if (mode === "steal") return { steal: true };
  return signal ? { signal } : {};
};

/** The locks of a user's lanes, over all tabs. */
export const createLaneLocks =
  (userId: string): RunInLane =>
  async (lane, work, mode = "free", signal) => {
    // Only a secure page has locks; without them the server still takes a job once, by its idempotency key.
    if (!("locks" in navigator)) {
      await work();
      return true;
    }
    return navigator.locks.request(
      `knowhow:${userId}:lane:${lane}`,
      optionsOf(mode, signal),
      async (lock) => {
        if (lock) await work();
        return lock !== null;
      },
    );
  };
