import { cutText } from "@knowhow/shared";
import { extensionOf } from "../../../documents/names.ts";
import type { Passage } from "../helper.ts";
import { givesOrders } from "./orders.ts";
import type { Sentence } from "./sentences.ts";

const extensions: readonly string[] = ["xls", "xlsx"];
const maxColumns = 8;
const maxCellLength = 24;
/** Longer lines are no heads of tables, and take time. */
const maxLineLength = 2_000;

const isSheet = ({ fileName }: Passage): boolean => extensions.includes(extensionOf(fileName));

/** A head names columns: a row with a bare number in it is none. */
const isHead = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell));

const quote = (text: string): string => `‘${cutText(text, maxCellLength)}’`;

const describe = ({ text }: Passage, passage: number): Sentence | undefined => {
  const [title = "", ...lines] = text.split("\n");
  const row = lines.find((line) => line.includes("\t"));
  if (row === undefined || row.length > maxLineLength || givesOrders(row) || givesOrders(title))
    return undefined;
  const cells = row.split("\t").map((cell) => cell.trim()).filter(Boolean); // oxfmt-ignore
  if (cells.length < 2) return undefined;
  const columns = cells.slice(0, maxColumns).map(quote).join(", ") + (cells.length > maxColumns ? " 등" : "");
  const said = isHead(cells) ? `${columns} 칸이 있는 표입니다.` : `첫 줄이 ${columns}인 표입니다.`;
  return { text: `${quote(title)} 시트는 ${said}`, quoted: cells.join(" "), passage };
};

/** A sentence on each sheet that holds a table: its name and its columns, since rows alone read as nothing. */
export const describeSheets = (passages: readonly Passage[]): Sentence[] =>
  passages.flatMap((passage, index) => (isSheet(passage) ? (describe(passage, index) ?? []) : []));

/** The passages without the tables of sheets, each in its place. */
export const withoutTables = (passages: readonly Passage[]): readonly Passage[] =>
  passages.map((passage) => {
    if (!isSheet(passage) || !passage.text.includes("\t")) return passage;
    const [, ...lines] = passage.text.split("\n");
    return { ...passage, text: lines.filter((line) => !line.includes("\t")).join("\n") };
  });
