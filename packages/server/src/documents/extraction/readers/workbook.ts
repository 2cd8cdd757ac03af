import { sharedStringCharacters } from "../limits.ts";
import type { Archive } from "./archive.ts";
import { mainPart, relationsOf } from "./relations.ts";
import { visitXml } from "./xml.ts";

/** What the sheets of a workbook have in common. */
export interface Workbook {
  /** Sheets that are shown, in their order. */
  sheets: { title: string; name: string }[];
  strings: string[];
  /** Number format of each cell style: a code, or the number of a built-in one. */
  formats: (string | number)[];
  date1904: boolean;
}

const readStrings = async (archive: Archive, name: string): Promise<string[]> => {
  const strings: string[] = [];
  let left = sharedStringCharacters;
  let current = "";
  // Readings of Chinese characters stand beside the text.
  let inside: "t" | "rPh" | undefined;
  await visitXml(archive.text(name), {
    open(element) {
      if (element === "si") current = "";
      if (element === "rPh" || (element === "t" && inside !== "rPh")) inside = element;
    },
    close(element) {
      if (element === inside) inside = undefined;
      if (element !== "si") return;
      left -= current.length;
      strings.push(left >= 0 ? current : "");
    },
    text(text) {
      if (inside === "t") current += text;
    },
  });
  return strings;
};

const readFormats = async (archive: Archive, name: string): Promise<(string | number)[]> => {
  const codes = new Map<number, string>();
  const formats: (string | number)[] = [];
  let isCells = false;
  await visitXml(archive.text(name), {
    open(element, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (element === "numFmt" && formatCode !== undefined) codes.set(id, formatCode);
      if (element === "cellXfs") isCells = true;
      if (element === "xf" && isCells) formats.push(codes.get(id) ?? id);
    },
    close(element) {
      if (element === "cellXfs") isCells = false;
    },
  });
  return formats;
};

/** Reads what the sheets of a workbook have in common. */
export const readWorkbook = async (archive: Archive): Promise<Workbook> => {
  const main = await mainPart(archive, "xl/workbook.xml");
  const relations = await relationsOf(archive, main);
  const partOf = (wanted: string) => relations.find(({ kind }) => kind === wanted)?.name ?? "";
  const sheets: Workbook["sheets"] = [];
  let date1904 = false;
  await visitXml(archive.text(main), {
    open(element, { name: title = "", id, state, date1904: since }) {
      if (element === "workbookPr") date1904 = since === "1" || since === "true";
      if (element !== "sheet" || (state ?? "visible") !== "visible") return;
      const part = relations.find((relation) => relation.id === id);
      if (part?.kind === "worksheet") sheets.push({ title, name: part.name });
    },
  });
  return {
    sheets,
    date1904,
    strings: await readStrings(archive, partOf("sharedStrings")),
    formats: await readFormats(archive, partOf("styles")),
  };
};
