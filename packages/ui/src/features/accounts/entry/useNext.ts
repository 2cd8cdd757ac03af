import { useSearchParams } from "react-router-dom";
import { safeNext } from "../../../client/loginPath.ts";

/** Where to go after signing in or up: the page that was left for it, else the home page. */
export const useNext = (): string => safeNext(useSearchParams()[0].get("next"));

/** The same target carried over to the other form. */
export const withNext = (path: string, next: string): string =>
  next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
