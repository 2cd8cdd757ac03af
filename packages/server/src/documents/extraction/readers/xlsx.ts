import { ExtractionFailed } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openArchive } from "./archive.ts";
import { sheetJs } from "./sheetJs.ts";
import { readWorkbook, type Workbook } from "./workbook.ts";
import { readXml, type Attributes, type Visitor } from "./xml.ts";

// The library's types leave its number formatter open.
const { format: formatNumber } = sheetJs.SSF as {
  format: (format: string | number, value: number, options: { date1904: boolean }) => string;
};

/** A number as its cell shows it: dates, money, percentages. */
const shownNumber = (value: string, format: string | number, date1904: boolean): string => {
  try {
    return formatNumber(format, Number(value), { date1904 });
  } catch {
    return value;
  }
};

const shownCell = ({ t: type, s: style }: Attributes, value: string, workbook: Workbook): string => {
  switch (type) {
    case "s":
      return workbook.strings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "str":
    case "inlineStr":
    case "d":
      return value;
    case "e":
      return "";
    default:
      return shownNumber(value, workbook.formats[Number(style ?? 0)] ?? 0, workbook.date1904);
  }
};

/** Writes each row as a line of its filled cells, parted by tabs. */
const rows =
  (workbook: Workbook) =>
  (write: (text: string) => void): Visitor => {
    let cell: Attributes = {};
    let value = "";
    let inside: string | undefined;
    return {
      open(name, attributes) {
        if (name === "c") {
          cell = attributes;
          value = "";
        }
        if (["v", "t", "rPh"].includes(name)) inside = name;
      },
      close(name) {
        if (name === inside) inside = undefined;
        if (name === "row") write("\n");
        if (name !== "c" || value === "") return;
        const shown = shownCell(cell, value, workbook).replace(/\s+/gu, " ").trim();
        if (shown !== "") write(`${shown}\t`);
      },
      text(text) {
        if (inside === "v" || inside === "t") value += text;
      },
    };
  };

/** Reads xlsx sheet by sheet: its name, then its rows with the values as they are shown; hidden sheets are left out. */
export async function* readXlsx(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const archive = await openArchive(file);
  const workbook = await readWorkbook(archive);
  if (workbook.sheets.length === 0) throw new ExtractionFailed("damaged", "no sheets");
  for (const [index, { title, name }] of workbook.sheets.entries()) {
    let isNamed = false;
    for await (const text of readXml(archive.text(name), rows(workbook))) {
      if (!isNamed) yield { page: index + 1, text: `${title}\n` };
      isNamed = true;
      yield { page: index + 1, text };
    }
  }
}
