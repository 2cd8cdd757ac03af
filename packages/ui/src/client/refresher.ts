/** Makes a read of which one runs at a time: asked for again meanwhile, it runs once more afterwards. */
export const createRefresher = (read: () => Promise<unknown>): (() => Promise<void>) => {
  let isRunning = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    // What came while it was read may not be in it yet.
    while (isWanted) {
      isWanted = false;
      // A failure stands in the query itself.
      await read().catch(() => undefined);
    }
    isRunning = false;
  };
};
