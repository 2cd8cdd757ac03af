import PptxGenJS from "pptxgenjs";
import { steady } from "./bundle.ts";
import { sectionsOf } from "./document.ts";
import type { Block, DemoDocument, Section } from "./document.ts";
import { wrap } from "./fonts.ts";
import type { Op, Page } from "./page.ts";
import { ink, mix } from "./palette.ts";
import type { Palette } from "./palette.ts";
import { tableOps } from "./table.ts";

const face = "맑은 고딕";
const hex = (colour: string): string => colour.slice(1);

const linesOf = (block: Block): string[] => {
  if (block.kind === "list") return block.items.map(({ text }) => text);
  if (block.kind === "paragraph" || block.kind === "note" || block.kind === "heading") return [block.text];
  if (block.kind === "code") return block.lines;
  return [];
};

/** What a slide shows: its points, and its table if it has one. */
const partsOf = ({ blocks }: Section) => ({
  points: blocks.flatMap(linesOf),
  table: blocks.find((block) => block.kind === "table"),
});

// pptxgenjs is CommonJS with a default property; under NodeNext its type is the module.
const Deck = PptxGenJS as unknown as typeof PptxGenJS.default;

/** The document as a PowerPoint file: a title slide, then a slide for each section. */
export async function writePptx(
  document: DemoDocument,
  { deep, soft, accent }: Palette,
  author: string,
): Promise<Uint8Array> {
  const deck = new Deck();
  Object.assign(deck, {
    layout: "LAYOUT_16x9",
    title: document.title,
    author,
    company: author,
    subject: document.lead,
  });
  const first = deck.addSlide();
  first.background = { color: hex(deep) };
  first.addShape("rect", { x: 0.7, y: 1.5, w: 0.6, h: 0.06, fill: { color: hex(accent) } });
  first.addText(document.title, {
    x: 0.6, y: 1.7, w: 8.6, h: 1, fontFace: face, fontSize: 38, bold: true, color: "FFFFFF",
  }); // prettier-ignore
  first.addText(document.lead, {
    x: 0.6, y: 2.7, w: 8.6, h: 0.7, fontFace: face, fontSize: 17, color: hex(soft), valign: "top",
  }); // prettier-ignore
  first.addText(author, { x: 0.6, y: 4.8, w: 8.6, h: 0.4, fontFace: face, fontSize: 14, color: "FFFFFF" });
  for (const section of sectionsOf(document)) {
    const slide = deck.addSlide();
    const { points, table } = partsOf(section);
    slide.background = { color: "FFFFFF" };
    slide.addShape("rect", { x: 0, y: 0, w: 10, h: 0.95, fill: { color: hex(soft) } });
    slide.addShape("rect", { x: 0, y: 0.95, w: 10, h: 0.05, fill: { color: hex(accent) } });
    slide.addText(section.title, {
      x: 0.5, y: 0.1, w: 9, h: 0.75, fontFace: face, fontSize: 26, bold: true, color: hex(deep), valign: "middle",
    }); // prettier-ignore
    const room = table ? 0.42 * points.length : 4;
    if (points.length > 0) {
      slide.addText(
        points.map((text) => ({ text, options: { bullet: { indent: 18 }, breakLine: true, paraSpaceAfter: 8 } })),
        {
          x: 0.5, y: 1.25, w: 9, h: room, fontFace: face, fontSize: points.length > 6 ? 16 : 20,
          color: hex(ink), valign: "top",
        },
      ); // prettier-ignore
    }
    if (table) {
      const rows = [table.header, ...table.rows].map((cells, row) =>
        cells.map((text) => ({
          text,
          options: {
            bold: row === 0,
            color: row === 0 ? "FFFFFF" : hex(ink),
            fill: {
              color: row === 0 ? hex(deep) : row % 2 === 0 ? hex(mix(soft, "#FFFFFF", 0.5)) : "FFFFFF",
            },
          },
        })),
      );
      slide.addTable(rows, {
        x: 0.5, y: 1.3 + (points.length > 0 ? room : 0), w: 9, fontFace: face, fontSize: 14,
        border: { type: "solid", pt: 0.5, color: hex(mix(deep, "#FFFFFF", 0.7)) }, margin: 0.08,
      }); // prettier-ignore
    }
  }
  // With this output type the promise holds a buffer; the library's type names all it could be.
  return steady((await deck.write({ outputType: "nodebuffer" })) as Buffer);
}

/** Pictures of the slides, to be used as previews. */
export function slidePages(document: DemoDocument, palette: Palette): Page[] {
  const { deep, soft, accent } = palette;
  return sectionsOf(document).map((section) => {
    const { points, table } = partsOf(section);
    const ops: Op[] = [
      { kind: "rect", x: 0, y: 0, w: 560, h: 54, fill: soft },
      { kind: "rect", x: 0, y: 54, w: 560, h: 3, fill: accent },
      { kind: "text", x: 28, y: 35, text: section.title, face: "semibold", size: 19, fill: deep },
    ];
    let y = 90;
    for (const text of points) {
      ops.push({ kind: "circle", x: 34, y: y - 5, r: 2.4, fill: accent });
      for (const piece of wrap(text, "regular", 14, 480)) {
        ops.push({ kind: "text", x: 46, y, text: piece, face: "regular", size: 14, fill: ink });
        y += 22;
      }
      y += 6;
    }
    if (table) {
      for (const row of tableOps(table.header, table.rows, { x: 28, width: 504, palette }).rows) {
        ops.push(...row.at(y - 14));
        y += row.height;
      }
    }
    return { width: 560, height: 315, paper: "#FFFFFF", ops };
  });
}
