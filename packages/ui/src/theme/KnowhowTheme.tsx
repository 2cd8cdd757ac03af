import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import { schemeKey } from "./scheme.ts";
import { theme } from "./theme.ts";

/** Gives the theme to everything inside and the page its ground. */
export const KnowhowTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider
    theme={theme}
    defaultMode="system"
    modeStorageKey={schemeKey}
    noSsr
    disableTransitionOnChange
  >
    <CssBaseline enableColorScheme />
    {children}
  </ThemeProvider>
);
