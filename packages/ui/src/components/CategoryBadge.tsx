import { categoryLabel } from "@knowhow/shared";
import Box from "@mui/material/Box";
import { categoryColor } from "../theme/categories.ts";
import { CategoryIcon } from "../theme/CategoryIcon.tsx";

/** The category of a content, in its hue and with its icon. */
export const CategoryBadge = ({ category }: { category: string }) => (
  <Box
    component="span"
    sx={{
      display: "inline-flex",
      alignItems: "center",
      gap: 0.5,
      px: 1,
      py: 0.25,
      borderRadius: 999,
      typography: "overline",
      whiteSpace: "nowrap",
      bgcolor: categoryColor(category, "tint"),
      color: categoryColor(category, "ink"),
    }}
  >
    <CategoryIcon category={category} sx={{ fontSize: "1.1em" }} />
    {categoryLabel(category)}
  </Box>
);
