import GlobalStyles from "@mui/material/GlobalStyles";

/** On paper only the text itself, black on white in every colour scheme, also where grounds are printed. */
export const PrintStyle = () => (
  <GlobalStyles
    styles={{
      "@media print": {
        "body :not(:has(main), main, main *), nav, button, .MuiButton-root, [data-print='none']": {
          display: "none !important",
        },
        "html[data-scheme]": { "--kh-palette-divider": "#999", colorScheme: "light !important" },
        "html, body": { background: "#fff !important" },
        "main, main *": {
          color: "#000 !important",
          textDecorationColor: "#000 !important",
          background: "none !important",
        },
        // Room for bars and a footer would be an empty sheet.
        "main, :has(> main)": { minHeight: "0 !important", padding: "0 !important" },
        main: { maxWidth: "none !important" },
        "h2, h3": { breakAfter: "avoid" },
      },
    }}
  />
);
