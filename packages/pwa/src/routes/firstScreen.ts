import type { createMemoryRouter } from "react-router-dom";

/** Resolves once the router has loaded the screen of its first address. */
export const firstScreen = (router: ReturnType<typeof createMemoryRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
