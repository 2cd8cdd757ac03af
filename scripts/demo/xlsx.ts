import ExcelJS from "exceljs";
import { madeOn, steady } from "./bundle.ts";
import { sectionsOf } from "./document.ts";
import type { DemoDocument, Section } from "./document.ts";
import { widthOf, wrap } from "./fonts.ts";
import type { Op, Page } from "./page.ts";
import { ink, mix, muted } from "./palette.ts";
import type { Palette } from "./palette.ts";

/** A sheet: the first row is the header, formulas count from it. */
interface Sheet {
  name: string;
  rows: string[][];
}

const rowsOf = ({ blocks }: Section): string[][] =>
  blocks.flatMap((block) => {
    if (block.kind === "table") return [block.header, ...block.rows];
    if (block.kind === "list") return block.items.map(({ text }) => [text]);
    if (block.kind === "paragraph" || block.kind === "note") return [[block.text]];
    throw new Error(`a sheet can not hold a ${block.kind}`);
  });

/** The sheets of a document: one for each second-level heading. */
const sheetsOf = (document: DemoDocument): Sheet[] =>
  sectionsOf(document).map((section) => ({
    name: section.title.replace(/[[\]:*?/\\]/g, " ").slice(0, 31),
    rows: rowsOf(section),
  }));

const isNumber = (text: string): boolean => /^-?\d{1,12}(?:\.\d+)?$/.test(text) && !/^0\d/.test(text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

function fill(cell: ExcelJS.Cell, text: string): void {
  if (text.startsWith("=")) {
    cell.value = { formula: text.slice(1) };
    cell.numFmt = "#,##0.##";
  } else if (isNumber(text)) {
    cell.value = Number(text);
    if (Math.abs(Number(text)) >= 1_000) cell.numFmt = "#,##0";
  } else if (isDay(text)) {
    cell.value = new Date(`${text}T00:00:00Z`);
    cell.numFmt = "yyyy-mm-dd";
  } else if (text !== "") cell.value = text;
}

/** Columns as wide as their longest word group; Korean letters take two places. */
const widthInLetters = (cells: readonly string[]): number => {
  const places = cells.map((text) =>
    text.startsWith("=") ? 10 : [...text].reduce((sum, letter) => sum + (letter > "\u1100" ? 2 : 1.1), 0),
  );
  return Math.min(46, Math.max(9, ...places) + 3);
};

/** The document as an Excel file with working formulas. */
export async function writeXlsx(
  document: DemoDocument,
  { deep, soft, mid }: Palette,
  author: string,
): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  Object.assign(book, { creator: author, lastModifiedBy: author, created: madeOn, modified: madeOn });
  book.title = document.title;
  // No value is stored beside a formula: whoever opens the book works it out.
  book.calcProperties.fullCalcOnLoad = true;
  const argb = (colour: string): { argb: string } => ({ argb: `FF${colour.slice(1).toUpperCase()}` });
  const edge = { style: "thin" as const, color: argb(mix(mid, "#FFFFFF", 0.5)) };
  for (const { name, rows } of sheetsOf(document)) {
    const sheet = book.addWorksheet(name, {
      views: [{ state: "frozen", ySplit: 1, showGridLines: false }],
      pageSetup: { orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    });
    // A4: the library types the sizes as an enum that it does not export.
    Object.assign(sheet.pageSetup, { paperSize: 9 });
    const columns = Math.max(...rows.map((row) => row.length));
    for (let column = 0; column < columns; column += 1) {
      sheet.getColumn(column + 1).width = widthInLetters(rows.map((row) => row[column] ?? ""));
    }
    rows.forEach((cells, index) => {
      const row = sheet.getRow(index + 1);
      row.height = index === 0 ? 26 : 22;
      cells.forEach((text, column) => {
        const cell = row.getCell(column + 1);
        fill(cell, text);
        cell.font = {
          name: "맑은 고딕",
          size: 11,
          bold: index === 0,
          color: argb(index === 0 ? "#FFFFFF" : ink),
        };
        cell.alignment = { vertical: "middle", wrapText: true };
        cell.border = { bottom: edge, left: edge, right: edge, top: edge };
        if (index === 0) cell.fill = { type: "pattern", pattern: "solid", fgColor: argb(deep) };
        else if (text.startsWith("=")) cell.fill = { type: "pattern", pattern: "solid", fgColor: argb(soft) };
      });
    });
  }
  return steady(new Uint8Array(await book.xlsx.writeBuffer()));
}

const size = 19;
const gutter = 46;
const tab = 46;

/** Pictures of the sheets as a table program shows them, to be used as previews. */
export function sheetPages(document: DemoDocument, { deep, soft, mid, accent }: Palette): Page[] {
  const sheets = sheetsOf(document);
  return sheets.map(({ rows }, current) => {
    const width = 1120;
    const height = 740;
    const ops: Op[] = [];
    const grid = "#D9DCE1";
    const columns = Math.max(...rows.map((row) => row.length));
    const wish = Array.from({ length: columns }, (_, at) =>
      Math.min(420, Math.max(...rows.map((row) => widthOf(row[at] ?? "", "semibold", size)), 40) + 26),
    );
    const scale = (width - gutter) / wish.reduce((sum, value) => sum + value, 0);
    const wide = wish.map((value) => value * scale);
    const left = (at: number): number => gutter + wide.slice(0, at).reduce((sum, value) => sum + value, 0);
    ops.push({ kind: "rect", x: 0, y: 0, w: width, h: 34, fill: "#F0F1F3" });
    wide.forEach((room, at) => {
      const letter = String.fromCharCode(65 + at);
      const x = left(at) + (room - widthOf(letter, "regular", 15)) / 2;
      ops.push({ kind: "text", x, y: 23, text: letter, face: "regular", size: 15, fill: muted });
    });
    let y = 34;
    for (const [index, cells] of rows.entries()) {
      const lines = wide.map((room, at) => wrap(cells[at] ?? "", "regular", size, room - 20));
      const tall = Math.max(...lines.map((text) => text.length)) * 27 + 16;
      if (y + tall > height - tab) break;
      if (index === 0) ops.push({ kind: "rect", x: gutter, y, w: width - gutter, h: tall, fill: deep });
      lines.forEach((texts, at) => {
        const formula = cells[at]?.startsWith("=") ?? false;
        if (formula) ops.push({ kind: "rect", x: left(at), y, w: wide[at] ?? 0, h: tall, fill: soft });
        texts.forEach((text, row) => {
          if (text === "") return;
          const face = index === 0 ? "semibold" : "regular";
          const paint = index === 0 ? "#FFFFFF" : formula ? deep : ink;
          ops.push({ kind: "text", x: left(at) + 10, y: y + 28 + row * 27, text, face, size, fill: paint });
        });
      });
      const number = String(index + 1);
      const x = (gutter - widthOf(number, "regular", 15)) / 2;
      ops.push({ kind: "text", x, y: y + 27, text: number, face: "regular", size: 15, fill: muted });
      y += tall;
      ops.push({ kind: "line", x1: 0, y1: y, x2: width, y2: y, stroke: grid, width: 1 });
    }
    for (let at = 0; at < columns; at += 1)
      ops.push({ kind: "line", x1: left(at), y1: 0, x2: left(at), y2: y, stroke: grid, width: 1 });
    ops.push({ kind: "rect", x: 0, y: height - tab, w: width, h: tab, fill: "#F0F1F3" });
    let x = 20;
    sheets.forEach(({ name }, at) => {
      const room = widthOf(name, "semibold", 17) + 36;
      if (x + room > width) return;
      if (at === current) {
        ops.push({ kind: "rect", x, y: height - tab, w: room, h: tab, fill: "#FFFFFF" });
        ops.push({ kind: "rect", x, y: height - 4, w: room, h: 4, fill: mix(deep, accent, 0.3) });
      }
      const paint = at === current ? deep : mix(muted, mid, 0.3);
      ops.push({
        kind: "text",
        x: x + 18,
        y: height - 17,
        text: name,
        face: "semibold",
        size: 17,
        fill: paint,
      });
      x += room;
    });
    return { width, height, paper: "#FFFFFF", ops };
  });
}
