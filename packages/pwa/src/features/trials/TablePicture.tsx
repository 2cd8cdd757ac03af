import type { TablePage } from "@knowhow/shared";
import Box from "@mui/material/Box";

/** How a page of a sheet begins, as a small table of paper. */
export const TablePicture = ({ table }: { table: TablePage }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      display: "block",
      height: "9rem",
      overflow: "hidden",
      bgcolor: "#FFFFFF",
      color: "#4B5563",
      fontSize: "0.75rem",
      fontVariantNumeric: "tabular-nums",
    }}
  >
    {table.beginning.split("\n").map((row, index) => (
      <Box component="span" key={index} sx={{ display: "flex", borderBottom: "1px solid #D1D5DB" }}>
        {row.split("\t").map((cell, column) => (
          <Box
            component="span"
            key={column}
            sx={{
              flex: "none",
              maxWidth: "6rem",
              overflow: "hidden",
              textOverflow: "ellipsis",
              whiteSpace: "nowrap",
              px: 0.5,
              borderRight: "1px solid #D1D5DB",
            }}
          >
            {cell}
          </Box>
        ))}
      </Box>
    ))}
  </Box>
);
