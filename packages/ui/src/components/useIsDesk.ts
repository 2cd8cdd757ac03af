import useMediaQuery from "@mui/material/useMediaQuery";
import { createContext, use } from "react";

/** Whether a page that is rendered without a window is for a desk. */
export const DeskContext = createContext(false);

/** The width from which there is room for two columns, as a media query. */
export const deskQuery = "(min-width:900px)";

/** Whether there is room for two columns: for what must be there once, not twice with one of them hidden. */
export const useIsDesk = (): boolean =>
  useMediaQuery(deskQuery, { noSsr: true, defaultMatches: use(DeskContext) });
