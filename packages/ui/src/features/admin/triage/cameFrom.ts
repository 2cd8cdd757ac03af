import { useLocation } from "react-router-dom";

/** Which case somebody leaves for its talk, as the state of where they go: the way back leads there. */
export interface FromCase {
  from: string;
}

/** Whether the state of a place names a case, and nothing outside the queue. */
export const isCase = (state: unknown): state is FromCase =>
  typeof state === "object" &&
  state !== null &&
  "from" in state &&
  typeof state.from === "string" &&
  state.from.startsWith("/reports/");

/** Where somebody is now, with what they searched for. */
export const useHere = (): string => {
  const { pathname, search } = useLocation();
  return pathname + search;
};
