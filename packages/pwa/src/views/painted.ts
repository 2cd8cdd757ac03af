performance.mark("knowhow:script");

/** The longest wait for a frame: a page in the background paints none. */
const maxMs = 300;

// A top-level await: modules imported after this one are evaluated once the kept view is painted (views/showView.ts).
if (document.documentElement.dataset["keptView"] !== undefined)
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, maxMs);
  });

export {};
