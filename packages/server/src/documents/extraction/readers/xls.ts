import type { CellObject, DenseWorkSheet } from "xlsx";
import { ExtractionFailed, NoText } from "../failures.ts";
import { binarySheetRows } from "../limits.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openDocument } from "./compound.ts";
import { sheetJs } from "./sheetJs.ts";

type Book = ReturnType<typeof sheetJs.read>;

const parse = (bytes: Buffer): Book => {
  try {
    return sheetJs.read(bytes, {
      type: "buffer",
      dense: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: binarySheetRows,
    });
  } catch (error) {
    // The library tells its reasons by text only.
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw new NoText("encrypted");
    throw new ExtractionFailed("damaged", String(error));
  }
};

const shown = ({ v, w }: CellObject): string =>
  (w ?? (typeof v === "string" ? v : "")).replace(/\s+/gu, " ").trim();

/** Reads xls sheet by sheet: its name, then its rows with the values as they are shown; hidden sheets are left out. */
export function* readXls(file: OpenFile): Generator<ExtractedPage> {
  const book = parse(openDocument(file).bytes);
  const isShown = (index: number) => !book.Workbook?.Sheets?.[index]?.Hidden;
  const sheets = book.SheetNames.filter((_, index) => isShown(index));
  for (const [index, title] of sheets.entries()) {
    const sheet = book.Sheets[title];
    // Read with `dense`; rows and cells without a value are holes.
    const rows = (sheet as DenseWorkSheet | undefined)?.["!data"] ?? [];
    const lines: string[] = [];
    for (const row of Array.from<CellObject[] | undefined>(rows)) {
      const cells = (row ?? []).map((cell) => shown(cell)).filter((text) => text !== "");
      if (cells.length > 0) lines.push(cells.join("\t"));
    }
    if (lines.length > 0) yield { page: index + 1, text: `${title}\n${lines.join("\n")}` };
    const isCut = sheet?.["!fullref"] !== undefined && sheet["!fullref"] !== sheet["!ref"];
    // Tells that the sheet goes on.
    if (isCut) yield { page: Number.POSITIVE_INFINITY, text: "…" };
  }
}
