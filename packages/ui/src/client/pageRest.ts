interface PageRest {
  onRest: () => void;
  onBack: () => void;
  signal: AbortSignal;
}

/** Calls back when the page is put to rest, frozen or kept for the way back, and when it goes on, until the signal. */
export const watchPageRest = ({ onRest, onBack, signal }: PageRest): void => {
  document.addEventListener("freeze", onRest, { signal });
  document.addEventListener("resume", onBack, { signal });
  // A page that goes for good ends its locks itself.
  window.addEventListener("pagehide", ({ persisted }) => (persisted ? onRest() : undefined), { signal });
  window.addEventListener("pageshow", ({ persisted }) => (persisted ? onBack() : undefined), { signal });
};
