performance.mark("knowhow:script");

/** Nobody waits longer for a frame than this: a page in the background draws none. */
const longestMs = 300;

// A module that waits: what is imported beside it is evaluated once the kept view has been painted (views/showView.ts).
if (document.documentElement.dataset["keptView"] !== undefined)
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestMs);
  });

export {};
