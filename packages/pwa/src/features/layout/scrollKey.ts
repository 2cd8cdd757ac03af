const markOf = (state: unknown): string | undefined =>
  typeof state === "object" && state !== null && "visit" in state && typeof state.visit === "string"
    ? state.visit
    : undefined;

/** The name of the history entry that this page was loaded with; it stays with the entry over a reload. */
const markEntry = (): string => {
  const state: unknown = window.history.state;
  const kept = markOf(state);
  if (kept !== undefined) return kept;
  const visit = `visit-${Date.now()}-${Math.random()}`;
  window.history.replaceState({ ...(typeof state === "object" ? state : {}), visit }, "");
  return visit;
};

let firstEntry: string | undefined;

/**
 * The key under which the scroll position of an entry is kept. The router gives the first entry of every page load the
 * same key, so one page would begin where another was left.
 */
export const scrollKey = ({ key }: { key: string }): string =>
  key === "default" ? (firstEntry ??= markEntry()) : key;
