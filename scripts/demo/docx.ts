import {
  AlignmentType, BorderStyle, Document, LevelFormat, Packer, Paragraph, ShadingType, Table, TableCell, TableLayoutType,
  TableRow, TextRun, WidthType,
} from "docx"; // prettier-ignore
import { steady } from "./bundle.ts";
import type { Block, DemoDocument } from "./document.ts";
import { mix, muted } from "./palette.ts";
import type { Palette } from "./palette.ts";

// A4 less its margins, in twentieths of a point.
const margin = 1_240;
const textWidth = 11_906 - 2 * margin;

/** Columns that follow their longest cell; programs other than Word need the widths written down. */
function columnWidths(table: readonly (readonly string[])[]): number[] {
  const count = table[0]?.length ?? 0;
  const wish = Array.from({ length: count }, (_, column) =>
    Math.min(24, Math.max(4, ...table.map((row) => row[column]?.length ?? 0))),
  );
  const sum = wish.reduce((total, letters) => total + letters, 0);
  return wish.map((letters) => Math.floor((textWidth * letters) / sum));
}

const hex = (colour: string): string => colour.slice(1);

const line = (text: string, options: { size?: number; bold?: boolean; color?: string } = {}): TextRun =>
  new TextRun({ text, ...options });

function table({ header, rows }: Extract<Block, { kind: "table" }>, { deep, soft, mid }: Palette): Table {
  const edge = { style: BorderStyle.SINGLE, size: 4, color: hex(mix(mid, "#FFFFFF", 0.4)) };
  const widths = columnWidths([header, ...rows]);
  const cell = (text: string, row: number, column: number): TableCell =>
    new TableCell({
      width: { size: widths[column] ?? 0, type: WidthType.DXA },
      margins: { top: 70, bottom: 70, left: 110, right: 110 },
      borders: { top: edge, bottom: edge, left: edge, right: edge },
      shading: {
        type: ShadingType.CLEAR,
        color: "auto",
        fill: row === 0 ? hex(deep) : row % 2 === 0 ? hex(mix(soft, "#FFFFFF", 0.55)) : "FFFFFF",
      },
      children: [
        new Paragraph({
          children: [line(text, { size: 20, bold: row === 0, color: row === 0 ? "FFFFFF" : "22252B" })],
        }),
      ],
    });
  return new Table({
    width: { size: textWidth, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    rows: [header, ...rows].map(
      (cells, row) =>
        new TableRow({
          tableHeader: row === 0,
          cantSplit: true,
          children: cells.map((text, column) => cell(text, row, column)),
        }),
    ),
  });
}

function listOf(block: Extract<Block, { kind: "list" }>, instance: number): Paragraph[] {
  return block.items.map(({ text, box }) => {
    const spacing = { after: 60 };
    if (box) return new Paragraph({ spacing, indent: { left: 360, hanging: 360 }, text: `☐  ${text}` });
    if (!block.ordered) return new Paragraph({ spacing, bullet: { level: 0 }, text });
    return new Paragraph({ spacing, numbering: { reference: "steps", level: 0, instance }, text });
  });
}

function blockOf(block: Block, index: number, palette: Palette): (Paragraph | Table)[] {
  const { deep, soft, accent } = palette;
  switch (block.kind) {
    case "heading":
      return [
        new Paragraph({
          heading: block.level === 2 ? "Heading2" : "Heading3",
          keepNext: true,
          spacing: { before: block.level === 2 ? 320 : 200, after: 120 },
          children: [line(block.text, { bold: true, size: block.level === 2 ? 28 : 24, color: hex(deep) })],
        }),
      ];
    case "paragraph":
      return [new Paragraph({ spacing: { after: 140, line: 340 }, text: block.text })];
    case "list":
      return [...listOf(block, index), new Paragraph({ spacing: { after: 60 } })];
    case "note":
      return [
        new Paragraph({
          spacing: { before: 120, after: 160, line: 320 },
          indent: { left: 160, right: 160 },
          shading: { type: ShadingType.CLEAR, color: "auto", fill: hex(soft) },
          border: { left: { style: BorderStyle.SINGLE, size: 18, space: 8, color: hex(accent) } },
          children: [line(block.text, { size: 20, color: hex(deep) })],
        }),
      ];
    case "code":
      return block.lines.map(
        (text) =>
          new Paragraph({
            shading: { type: ShadingType.CLEAR, color: "auto", fill: "F4F4F6" },
            children: [new TextRun({ text: text === "" ? " " : text, font: "D2Coding", size: 20 })],
          }),
      );
    case "table":
      return [table(block, palette), new Paragraph({ spacing: { after: 120 } })];
    case "break":
      return [new Paragraph({ pageBreakBefore: true })];
  }
}

/** The document as a Word file that can be filled in. */
export async function writeDocx(
  { title, lead, blocks }: DemoDocument,
  palette: Palette,
  author: string,
): Promise<Uint8Array> {
  const { deep, accent } = palette;
  const opening = [
    new Paragraph({
      heading: "Heading1",
      spacing: { after: 80 },
      border: { bottom: { style: BorderStyle.SINGLE, size: 12, space: 6, color: hex(accent) } },
      children: [line(title, { bold: true, size: 40, color: hex(deep) })],
    }),
    new Paragraph({ spacing: { after: 200 }, children: [line(lead, { size: 20, color: hex(muted) })] }),
  ];
  const document = new Document({
    title,
    creator: author,
    lastModifiedBy: author,
    description: lead,
    styles: {
      default: {
        document: {
          run: { font: "맑은 고딕", size: 22, color: "22252B" },
          paragraph: { spacing: { line: 320 } },
        },
      },
    },
    numbering: {
      config: [
        {
          reference: "steps",
          levels: [
            {
              level: 0,
              format: LevelFormat.DECIMAL,
              text: "%1.",
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: 420, hanging: 420 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: margin, bottom: margin, left: margin, right: margin },
          },
        },
        children: [...opening, ...blocks.flatMap((block, index) => blockOf(block, index, palette))],
      },
    ],
  });
  return steady(await Packer.toBuffer(document));
}
