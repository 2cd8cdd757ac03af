declare global {
  interface Window {
    /** Settled once the view of a file's reader, which has to be decrypted, is shown or can not be. */
    viewSought?: Promise<void>;
  }
}

performance.mark("knowhow:script");

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

// Top-level awaits: modules imported after this one are evaluated once the kept view is painted (views/showView.ts).
if (window.viewSought) await Promise.race([window.viewSought, wait(1_500)]);
if (document.documentElement.dataset["keptView"] !== undefined)
  // A page in the background paints no frame.
  await Promise.race([new Promise(requestAnimationFrame).then(() => wait(0)), wait(300)]);

export {};
