import { widthOf, wrap } from "./fonts.ts";
import type { Op } from "./page.ts";
import { ink, mix } from "./palette.ts";
import type { Palette } from "./palette.ts";

interface Frame {
  x: number;
  width: number;
  palette: Palette;
}

interface DrawnRow {
  height: number;
  /** What to draw when the row's top is at y. */
  at: (y: number) => Op[];
}

const size = 9.2;
const leading = 14.5;
const pad = 6;

/** Column widths that follow the longest cells, so that short columns stay narrow. */
function columnWidths(table: readonly (readonly string[])[], total: number): number[] {
  const count = table[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, column) => table.map((row) => row[column] ?? ""));
  const least = columns.map(
    (cells) =>
      Math.max(
        ...cells.flatMap((cell) => cell.split(" ")).map((word) => widthOf(word, "semibold", size)),
        14,
      ) +
      pad * 2,
  );
  const wish = columns.map((cells, column) =>
    Math.max(
      least[column] ?? 0,
      ...cells.map((cell) => Math.min(widthOf(cell, "semibold", size), total * 0.6) + pad * 2),
    ),
  );
  const sumLeast = least.reduce((sum, value) => sum + value, 0);
  const sumWish = wish.reduce((sum, value) => sum + value, 0);
  if (sumWish <= total) return wish.map((value) => (value * total) / sumWish);
  if (sumLeast >= total) return least.map((value) => (value * total) / sumLeast);
  const share = (total - sumLeast) / (sumWish - sumLeast);
  return least.map((value, column) => value + ((wish[column] ?? 0) - value) * share);
}

/** Rows of a table ready to be placed; each knows its height. */
export function tableOps(
  header: readonly string[],
  body: readonly (readonly string[])[],
  frame: Frame,
): { rows: DrawnRow[] } {
  const { x, width, palette } = frame;
  const widths = columnWidths([header, ...body], width);
  const starts = widths.map(
    (_, column) => x + widths.slice(0, column).reduce((sum, value) => sum + value, 0),
  );
  const rows = [header, ...body].map((cells, index) => {
    const face = index === 0 ? "semibold" : "regular";
    const wrapped = widths.map((room, column) => wrap(cells[column] ?? "", face, size, room - pad * 2 + 0.5));
    const height = Math.max(...wrapped.map((lines) => lines.length)) * leading + 8;
    const at = (y: number): Op[] => {
      const ops: Op[] = [];
      if (index === 0) ops.push({ kind: "rect", x, y, w: width, h: height, fill: palette.deep });
      else if (index % 2 === 0)
        ops.push({ kind: "rect", x, y, w: width, h: height, fill: mix(palette.soft, "#FFFFFF", 0.55) });
      ops.push({
        kind: "line",
        x1: x,
        y1: y + height,
        x2: x + width,
        y2: y + height,
        stroke: mix(palette.mid, "#FFFFFF", 0.5),
        width: 0.5,
      });
      wrapped.forEach((lines, column) => {
        lines.forEach((text, line) => {
          if (text === "") return;
          const place = { x: (starts[column] ?? x) + pad, y: y + 4 + leading * (line + 0.72) };
          ops.push({ kind: "text", ...place, text, face, size, fill: index === 0 ? "#FFFFFF" : ink });
        });
      });
      return ops;
    };
    return { height, at };
  });
  return { rows };
}
