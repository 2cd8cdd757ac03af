import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** Lines one after the other with as many cells each, parted by tabs: a table, unless it is one cell. */
interface Block {
  cells: number;
  lines: string[];
}

/** Sheets leave out empty cells: only rows of one length surely stand below one another. */
const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  for (const line of text.split("\n")) {
    const cells = line.split("\t").length;
    const last = blocks.at(-1);
    if (last?.cells === cells) last.lines.push(line);
    else blocks.push({ cells, lines: [line] });
  }
  return blocks;
};

const Table = ({ rows }: { rows: readonly string[] }) => (
  // Scrolls by keyboard where it is wider than the screen.
  <Box role="region" aria-label="표" tabIndex={0} sx={{ overflowX: "auto" }}>
    <Box
      component="table"
      sx={{
        borderCollapse: "collapse",
        fontVariantNumeric: "tabular-nums",
        "& td": {
          border: "1px solid",
          borderColor: "divider",
          px: 1,
          py: 0.5,
          whiteSpace: "pre-wrap",
          // Numbers stay whole: the table scrolls.
          overflowWrap: "normal",
        },
      }}
    >
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.split("\t").map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  </Box>
);

/** The text of a file for reading: its lines as they are, rows of cells as a table. */
export const ReadingText = ({ text }: { text: string }) => (
  <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1.5, maxWidth: "44rem" }}>
    {blocksOf(text).map(({ cells, lines }, index) =>
      cells > 1 ? (
        <Table key={index} rows={lines} />
      ) : (
        <Typography key={index} sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {lines.join("\n").trim()}
        </Typography>
      ),
    )}
  </Box>
);
