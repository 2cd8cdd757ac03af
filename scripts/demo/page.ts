import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { outlineOf, runsOf, widthOf } from "./fonts.ts";
import type { Face } from "./fonts.ts";

/** One thing drawn on a page; units are points, y grows downwards, text sits on its baseline. */
export type Op =
  | {
      kind: "rect";
      x: number;
      y: number;
      w: number;
      h: number;
      fill: string;
      radius?: number;
      stroke?: string;
    }
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; stroke: string; width: number }
  | { kind: "circle"; x: number; y: number; r: number; fill: string }
  | { kind: "text"; x: number; y: number; text: string; face: Face; size: number; fill: string };

/** A finished page, to be painted as PDF or as SVG. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly ops: Op[];
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

function svgOf(op: Op): string {
  switch (op.kind) {
    case "rect": {
      const stroke = op.stroke === undefined ? "" : ` stroke="${op.stroke}" stroke-width="0.8"`;
      const place = `x="${round(op.x)}" y="${round(op.y)}" width="${round(op.w)}" height="${round(op.h)}"`;
      return `<rect ${place} rx="${String(op.radius ?? 0)}" fill="${op.fill}"${stroke}/>`;
    }
    case "line": {
      const ends = `x1="${round(op.x1)}" y1="${round(op.y1)}" x2="${round(op.x2)}" y2="${round(op.y2)}"`;
      return `<line ${ends} stroke="${op.stroke}" stroke-width="${String(op.width)}"/>`;
    }
    case "circle":
      return `<circle cx="${round(op.x)}" cy="${round(op.y)}" r="${round(op.r)}" fill="${op.fill}"/>`;
    case "text":
      return `<path d="${outlineOf(op.text, op.face, op.size, op.x, op.y)}" fill="${op.fill}"/>`;
  }
}

/** The page as the inside of an SVG element of the page's size. */
export function paintSvg({ width, height, paper, ops }: Page): string {
  return `<rect width="${String(width)}" height="${String(height)}" fill="${paper}"/>${ops.map(svgOf).join("")}`;
}

const fontBytes = new Map<string, Buffer>();

function useFont(pdf: PDFKit.PDFDocument, path: string): void {
  let bytes = fontBytes.get(path);
  if (!bytes) fontBytes.set(path, (bytes = readFileSync(path)));
  pdf.registerFont(path, bytes).font(path);
}

function paintText(pdf: PDFKit.PDFDocument, op: Extract<Op, { kind: "text" }>): void {
  let x = op.x;
  for (const { file, text } of runsOf(op.text, op.face)) {
    useFont(pdf, file.path);
    // Kerning is off because the layout measured without it.
    pdf.fontSize(op.size).fillColor(op.fill);
    pdf.text(text, x, op.y, { lineBreak: false, features: [], baseline: "alphabetic" });
    x += widthOf(text, op.face, op.size);
  }
}

function paintOp(pdf: PDFKit.PDFDocument, op: Op): void {
  if (op.kind === "text") paintText(pdf, op);
  else if (op.kind === "circle") pdf.circle(op.x, op.y, op.r).fill(op.fill);
  else if (op.kind === "line") {
    pdf.moveTo(op.x1, op.y1).lineTo(op.x2, op.y2).lineWidth(op.width).stroke(op.stroke);
  } else {
    pdf.roundedRect(op.x, op.y, op.w, op.h, op.radius ?? 0);
    if (op.stroke === undefined) pdf.fill(op.fill);
    else pdf.lineWidth(0.8).fillAndStroke(op.fill, op.stroke);
  }
}

/** The pages as a PDF with subset fonts and extractable text; the same input gives the same bytes. */
export async function paintPdf(
  pages: readonly Page[],
  info: { title: string; author: string; date: Date },
): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    compress: true,
    pdfVersion: "1.7",
    lang: "ko-KR",
    info: { Title: info.title, Author: info.author, CreationDate: info.date, ModDate: info.date },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => {
      resolve(Buffer.concat(chunks));
    });
    pdf.on("error", reject);
  });
  for (const page of pages) {
    pdf.addPage({ size: [page.width, page.height], margin: 0 });
    pdf.rect(0, 0, page.width, page.height).fill(page.paper);
    for (const op of page.ops) paintOp(pdf, op);
  }
  pdf.end();
  return done;
}
