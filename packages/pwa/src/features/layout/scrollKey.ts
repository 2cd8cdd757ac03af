const markOf = (state: unknown): string | undefined =>
  typeof state === "object" && state !== null && "visit" in state && typeof state.visit === "string"
    ? state.visit
    : undefined;

/** Names the history entry that this page was loaded with; the name stays with the entry over a reload. */
const markEntry = (): string => {
  const state: unknown = window.history.state;
  const kept = markOf(state);
  if (kept !== undefined) return kept;
  const visit = `visit-${Date.now()}-${Math.random()}`;
  window.history.replaceState({ ...(typeof state === "object" ? state : {}), visit }, "");
  return visit;
};

const firstEntry = markEntry();

/**
 * Under which name the scrolling of an entry is remembered. The router calls the first entry of every page load the
 * same: where one was left, another would begin.
 */
export const scrollKey = ({ key }: { key: string }): string => (key === "default" ? firstEntry : key);
