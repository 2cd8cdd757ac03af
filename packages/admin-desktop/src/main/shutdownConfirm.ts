/** Longest wait for a window that may have broken. */
const maxMs = 1_000;

/** Holds the console's end until the window has handed over the last typing. */
export const createShutdownConfirm = (askForDrafts: () => void) => {
  let settle: () => void = () => undefined;
  return {
    /** The window says that nothing is left. */
    arrived: (): void => settle(),
    wait: async (): Promise<void> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        settle = resolve;
        timer = setTimeout(resolve, maxMs);
        askForDrafts();
      });
      clearTimeout(timer);
    },
  };
};
export type ShutdownConfirm = ReturnType<typeof createShutdownConfirm>;
