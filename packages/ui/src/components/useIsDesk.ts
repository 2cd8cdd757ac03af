import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";

/** Whether there is room for two columns: for what must be there once, not twice with one of them hidden. */
export const useIsDesk = (): boolean => useMediaQuery(useTheme().breakpoints.up("md"), { noSsr: true });
