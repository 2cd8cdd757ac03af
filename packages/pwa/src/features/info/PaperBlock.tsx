import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Block } from "./paper.ts";

type TableBlock = Extract<Block, { head: readonly string[] }>;

const cell = {
  p: 1,
  // Words stay whole, and columns as wide as their longest word.
  overflowWrap: "break-word",
  textAlign: "left",
  verticalAlign: "top",
  border: "1px solid",
  borderColor: "divider",
} as const;

const Table = ({ block: { head, rows }, label }: { block: TableBlock; label: string }) => (
  // A table wider than a phone scrolls by itself, by keyboard too.
  <Box role="region" aria-label={`${label} 표`} tabIndex={0} sx={{ overflowX: "auto" }}>
    <Box
      component="table"
      sx={{
        borderCollapse: "collapse",
        width: "100%",
        minWidth: `${head.length * 6}rem`,
        typography: "body1",
      }}
    >
      <thead>
        <tr>
          {head.map((name) => (
            <Box key={name} component="th" scope="col" sx={{ ...cell, bgcolor: "background.default" }}>
              {name}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((text, position) => (
              <Box key={head[position]} component="td" sx={{ ...cell, color: "text.secondary" }}>
                {text}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  </Box>
);

/** A part of a text; `label` is the title above it. */
export const PaperBlock = ({ block, label }: { block: Block; label: string }) => {
  if (typeof block === "string") return <Typography color="textSecondary">{block}</Typography>;
  if ("head" in block) return <Table block={block} label={label} />;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: "grid", gap: 0.75, color: "text.secondary" }}>
      {block.list.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
};
