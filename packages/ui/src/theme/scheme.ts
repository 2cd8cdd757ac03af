/** Where the chosen scheme is kept: light, dark or system. */
export const schemeKey = "knowhow-scheme";

/** Sets the scheme before anything is drawn, so that a dark screen never flashes light. */
export const applyScheme = (): void => {
  let chosen: string | null = null;
  try {
    chosen = window.localStorage.getItem(schemeKey);
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const isDark =
    chosen === "dark" || (chosen !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-scheme", isDark ? "dark" : "light");
};
