interface PageRest {
  onRest: () => void;
  onBack: () => void;
  signal: AbortSignal;
}

/** Calls back when the page is frozen or put into the back-forward cache, and when it goes on, until the signal. */
export const watchPageRest = ({ onRest, onBack, signal }: PageRest): void => {
  document.addEventListener("freeze", onRest, { signal });
  document.addEventListener("resume", onBack, { signal });
  // A page that is closed for good releases its locks itself.
  window.addEventListener("pagehide", ({ persisted }) => (persisted ? onRest() : undefined), { signal });
  window.addEventListener("pageshow", ({ persisted }) => (persisted ? onBack() : undefined), { signal });
};
