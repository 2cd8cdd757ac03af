import { execFileSync } from "node:child_process";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Document,
  FootnoteReferenceRun,
  Header,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import ExcelJS from "exceljs";
import PDFDocument from "pdfkit";
import PptxGenJS from "pptxgenjs";
import sharp from "sharp";
import { known } from "../packages/server/src/documents/extraction/fixtures/known.ts";

/**
 * Makes the files that the tests of text extraction read. The older binary kinds are converted by LibreOffice
 * (`soffice`). Not made here: known.hwp, known.hwpx, locked.hwp and locked.hwpx, written once with @rhwp/core 0.8.6, and
 * locked.doc and locked.xls, saved by LibreOffice 7.4 with a password.
 */
const folder = fileURLToPath(
  new URL("../packages/server/src/documents/extraction/fixtures/", import.meta.url),
);
const fonts = dirname(createRequire(import.meta.url).resolve("pretendard/package.json"));
const font = join(fonts, "dist/public/static/alternative/Pretendard-Regular.ttf");

const save = (name: string, bytes: Uint8Array): Promise<void> => writeFile(join(folder, name), bytes);

const makeDocx = async (): Promise<void> => {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const [first, ...others] = known.paragraphs;
  const document = new Document({
    footnotes: { 1: { children: [new Paragraph("각주: 양식은 마지막 쪽에 있습니다.")] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph(known.unseen)] }) },
        children: [
          new Paragraph({ heading: "Heading1", children: [new TextRun(known.title)] }),
          new Paragraph({ children: [new TextRun(first), new FootnoteReferenceRun(1)] }),
          new Paragraph({ children: [new TextRun({ text: known.unseen, vanish: true })] }),
          ...others.map((text) => new Paragraph(text)),
          new Table({ rows: known.table.map((row) => new TableRow({ children: row.map(cell) })) }),
        ],
      },
    ],
  });
  await save("known.docx", await Packer.toBuffer(document));
};

const makeXlsx = async (): Promise<void> => {
  const book = new ExcelJS.Workbook();
  for (const { name, rows } of known.sheets) {
    const sheet = book.addWorksheet(name);
    for (const row of rows) {
      const added = sheet.addRow([]);
      for (const [index, text] of row.entries()) {
        const cell = added.getCell(index + 1);
        if (/^\d{4}-\d{2}-\d{2}$/.test(text))
          Object.assign(cell, { value: new Date(text), numFmt: "yyyy-mm-dd" });
        else if (/^[\d,]+$/.test(text))
          Object.assign(cell, { value: Number(text.replaceAll(",", "")), numFmt: "#,##0" });
        else if (text.endsWith("%"))
          Object.assign(cell, { value: Number.parseFloat(text) / 100, numFmt: "0.0%" });
        else cell.value = text;
      }
    }
  }
  book.addWorksheet("숨은 시트", { state: "hidden" }).addRow([known.unseen]);
  await save("known.xlsx", new Uint8Array(await book.xlsx.writeBuffer()));
};

// pptxgenjs is CommonJS with a default property; under NodeNext its type is the module.
const Deck = PptxGenJS as unknown as typeof PptxGenJS.default;

const makePptx = async (): Promise<void> => {
  const deck = new Deck();
  for (const [index, { title, points }] of known.slides.entries()) {
    const slide = deck.addSlide();
    slide.slideNumber = { x: 9, y: 5 };
    slide.addText(title, { x: 0.5, y: 0.3, w: 9, h: 1 });
    slide.addText(points.map((text) => ({ text, options: { bullet: true, breakLine: true } })), { x: 0.5, y: 1.5, w: 9, h: 2 }); // oxfmt-ignore
    if (index === 1) {
      slide.addTable(
        known.table.map((row) => row.map((text) => ({ text }))),
        { x: 0.5, y: 3.6, w: 9 },
      );
      slide.addNotes(known.notes);
    }
  }
  const hidden = deck.addSlide();
  hidden.hidden = true;
  hidden.addText(known.unseen, { x: 1, y: 1, w: 5, h: 1 });
  // The library's type names every form that it can write; this is the one asked for.
  await save("known.pptx", (await deck.write({ outputType: "uint8array" })) as Uint8Array);
};

const pdfBytes = (draw: (pdf: PDFKit.PDFDocument) => unknown, options: PDFKit.PDFDocumentOptions = {}) =>
  new Promise<Buffer>((resolve) => {
    const pdf = new PDFDocument({ size: "A4", ...options });
    const chunks: Buffer[] = [];
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.font(font);
    draw(pdf);
    pdf.end();
  });

/** Two columns on the first page, the table as lines on the second. */
const drawKnown = (pdf: PDFKit.PDFDocument): void => {
  pdf.fontSize(18).text(known.title).moveDown().fontSize(10);
  pdf.text(known.paragraphs.join("\n\n"), { columns: 2, columnGap: 24, height: 165, align: "justify" });
  pdf.addPage();
  for (const [index, row] of known.table.entries()) {
    for (const [column, text] of row.entries())
      pdf.text(text, 72 + column * 110, 80 + index * 24, { lineBreak: false });
  }
};

const makePdfs = async (): Promise<void> => {
  await save("known.pdf", await pdfBytes(drawKnown));
  await save("locked.pdf", await pdfBytes(drawKnown, { userPassword: "no key" }));
  const scan = await sharp({ create: { width: 600, height: 800, channels: 3, background: "#d8d2c4" } })
    .jpeg()
    .toBuffer();
  await save(
    "scanned.pdf",
    await pdfBytes((pdf) => pdf.image(scan, 0, 0, { width: 595 }).addPage().image(scan, 0, 0)),
  );
  await save(
    "guarded.pdf",
    await pdfBytes(drawKnown, { ownerPassword: "owner", permissions: { copying: false } }),
  );
};

const office = "soffice";

const convert = async (from: string, to: string): Promise<void> => {
  const place = await mkdtemp(join(tmpdir(), "fixtures-"));
  execFileSync(office, ["--headless", "--convert-to", to, "--outdir", place, join(folder, from)]);
  await rename(join(place, `known.${to}`), join(folder, `known.${to}`));
  await rm(place, { recursive: true });
};

await makeDocx();
await makeXlsx();
await makePptx();
await makePdfs();
await convert("known.docx", "doc");
await convert("known.xlsx", "xls");
await convert("known.pptx", "ppt");
