/** One column on a phone; on a desk the text and, beside it, the purchase box. */
export const contentColumns = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 376px" },
  gap: { xs: 3, md: 5 },
} as const;
