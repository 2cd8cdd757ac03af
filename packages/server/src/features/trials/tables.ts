import { cutText, maxPicturedPages, rowsPerPage, type TablePage } from "@knowhow/shared";
import type { ExtractedPage } from "../../documents/extraction/types.ts";

/** Long rows fill a page sooner; a single row is never parted. */
const charactersPerPage = 3_000;

/** How a page begins, for its seller to know it by. */
const beginning = { rows: 4, characters: 160, name: 60 } as const;

const newline = 0x0a;

interface Stretch {
  rows: number;
  text: string;
}

/** Cuts lines into stretches of rows, without a text for each of them, since there may be a million. */
const cutLines = (lines: string, start: number): Stretch[] => {
  const stretches: Stretch[] = [];
  let at = start;
  while (at < lines.length) {
    const first = at;
    let rows = 0;
    while (at < lines.length) {
      let end = at;
      while (end < lines.length && lines.charCodeAt(end) !== newline) end += 1;
      if (end > at) {
        if (rows > 0 && (rows === rowsPerPage || end - first > charactersPerPage)) break;
        rows += 1;
      }
      at = end + 1;
    }
    const text = lines.slice(first, at).replaceAll("\n\n", "\n").trim();
    if (rows > 0) stretches.push({ rows, text });
  }
  return stretches;
};

/**
 * Cuts the sheets of a workbook, each its name above its rows, into pages of a trial, which all begin with the name of
 * their sheet; with the beginnings of the first ones, for their seller. Empty rows count nowhere.
 */
export const cutTables = (
  sheets: readonly ExtractedPage[],
): { pages: ExtractedPage[]; tables: TablePage[] } => {
  const pages: ExtractedPage[] = [];
  const tables: TablePage[] = [];
  for (const { text } of sheets) {
    const [sheet = ""] = text.split("\n", 1);
    const stretches = cutLines(text, sheet.length + 1);
    const all = stretches.reduce((sum, { rows }) => sum + rows, 0);
    let before = 0;
    for (const { rows, text: shown } of stretches) {
      pages.push({ page: pages.length + 1, text: `${sheet}\n${shown}` });
      if (tables.length < maxPicturedPages)
        tables.push({
          sheet: cutText(sheet, beginning.name),
          ...{ from: before + 1, to: before + rows, rows: all },
          beginning: cutText(shown.split("\n", beginning.rows).join("\n"), beginning.characters),
        });
      before += rows;
    }
  }
  return { pages, tables };
};

/** The beginning of a table, up to the end of a row where one fits; says that it goes on. */
export const cutRows = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  const cut = cutText(text, characters);
  const whole = cut.slice(0, Math.max(0, cut.lastIndexOf("\n")));
  // The name of the sheet alone tells nothing.
  return `${whole.includes("\n") ? whole : cut.trimEnd()}\n…`;
};
