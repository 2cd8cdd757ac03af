/** The window may have broken: nobody waits for it longer than this. */
const longestMs = 1_000;

/** Waits before the console ends until the window has handed over what was typed last. */
export const createShutdownConfirm = (askForThem: () => void) => {
  let settle: () => void = () => undefined;
  return {
    /** The window says that nothing is left. */
    arrived: (): void => settle(),
    wait: async (): Promise<void> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        settle = resolve;
        timer = setTimeout(resolve, longestMs);
        askForThem();
      });
      clearTimeout(timer);
    },
  };
};
export type ShutdownConfirm = ReturnType<typeof createShutdownConfirm>;
