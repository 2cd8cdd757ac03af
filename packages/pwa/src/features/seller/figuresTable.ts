/** The style of tables of figures: names at the left, numbers at the right. */
export const figuresTable = {
  width: "100%",
  borderCollapse: "collapse",
  fontSize: "0.9375rem",
  fontVariantNumeric: "tabular-nums",
  "& th, & td": {
    py: 0.75,
    px: 1,
    textAlign: "right",
    fontWeight: 400,
    whiteSpace: "nowrap",
    borderBottom: "1px solid",
    borderColor: "divider",
  },
  "& thead th": { color: "text.secondary", fontWeight: 600 },
  "& th:first-of-type": { textAlign: "left" },
} as const;
