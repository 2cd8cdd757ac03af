/** Makes a read that runs once at a time: asked for meanwhile, it runs once more afterwards. */
export const createRefresher = (read: () => Promise<unknown>): (() => Promise<void>) => {
  let isRunning = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    // A change that came during the read may not be in it yet.
    while (isWanted) {
      isWanted = false;
      // The query itself holds the failure.
      await read().catch(() => undefined);
    }
    isRunning = false;
  };
};
