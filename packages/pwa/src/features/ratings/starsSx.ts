/** Colours of stars: MUI's own yellow is hard to see on paper. */
export const starsSx = {
  color: "warning.main",
  "& .MuiRating-iconEmpty": { color: "text.secondary" },
} as const;
