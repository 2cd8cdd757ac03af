/** Waits for a promise or for the signal, whichever is first; a result after the signal is dropped. */
export const until = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason as Error); // Reasons of signals are errors.
    };
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", leave);
    });
  });
