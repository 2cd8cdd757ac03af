import GlobalStyles from "@mui/material/GlobalStyles";

/** On paper only the text itself, black on white in every colour scheme. */
export const PrintStyle = () => (
  <GlobalStyles
    styles={{
      "@media print": {
        "footer, nav, [data-print='none'], [role='region'][aria-label='알림 (F8)']": {
          display: "none !important",
        },
        "html[data-scheme]": {
          "--kh-palette-text-primary": "#000",
          "--kh-palette-text-secondary": "#222",
          "--kh-palette-background-default": "#fff",
          "--kh-palette-background-paper": "#fff",
          "--kh-palette-divider": "#999",
        },
        body: { background: "#fff" },
        main: { maxWidth: "none !important", padding: "0 !important" },
        "h2, h3": { breakAfter: "avoid" },
      },
    }}
  />
);
