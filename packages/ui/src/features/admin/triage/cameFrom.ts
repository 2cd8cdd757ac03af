import { useLocation } from "react-router-dom";

/** The case that a link to its talk leaves, as navigation state: the way back leads there. */
export interface FromCase {
  from: string;
}

/** Whether a navigation state names a case, and no path outside the queue. */
export const isCase = (state: unknown): state is FromCase =>
  typeof state === "object" &&
  state !== null &&
  "from" in state &&
  typeof state.from === "string" &&
  state.from.startsWith("/reports/");

/** The present path with its search. */
export const useCurrentPath = (): string => {
  const { pathname, search } = useLocation();
  return pathname + search;
};
