import { distance } from "fastest-levenshtein";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { extractText, type ExtractedText, type TextExtension } from "./extract.ts";
import { known } from "./fixtures/known.ts";
import { fixture, held, outcomeOf } from "./testing/files.ts";

const calm = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** 1 for the same text, 0 for another; white space counts as one space. */
const similarity = (one: string, other: string): number => {
  const [a, b] = [calm(one), calm(other)];
  return 1 - distance(a, b) / Math.max(a.length, b.length);
};

const rows = (table: readonly (readonly string[])[]): string => table.map((row) => row.join(" ")).join("\n");
const note = "각주: 양식은 마지막 쪽에 있습니다.";
const { title, paragraphs, table, slides, notes, sheets, unseen } = known;
const [first, ...others] = paragraphs;

const body = [title, ...paragraphs].join("\n");
const noteAtEnd = [body, rows(table), note].join("\n");
const noteInPlace = [title, first, note, ...others, rows(table)].join("\n");
const shownSlides = slides.map(({ title: head, points }, index) =>
  [head, ...points, ...(index === 1 ? [rows(table)] : [])].join("\n"),
);
const shownSheets = sheets.map(({ name, rows: cells }) => `${name}\n${rows(cells)}`);

const cases: [TextExtension, ExtractedText["unit"], string[]][] = [
  ["pdf", "page", [body, rows(table)]],
  ["doc", "whole", [noteAtEnd]],
  ["docx", "whole", [noteAtEnd]],
  ["hwp", "whole", [noteInPlace]],
  ["hwpx", "whole", [noteInPlace]],
  ["xls", "sheet", shownSheets],
  ["xlsx", "sheet", shownSheets],
  ["ppt", "slide", shownSlides],
  ["pptx", "slide", shownSlides],
];

const contain = async (bytes: Uint8Array, extension: TextExtension, unit: string, expected: string[]) => {
  const found = await extractText(held(bytes), extension);
  expect(found.unit).toBe(unit);
  expect(found.isTruncated).toBe(false);
  expect(found.pages.map(({ page }) => page)).toEqual(expected.map((_, index) => index + 1));
  for (const [index, { text }] of found.pages.entries()) {
    expect(similarity(text, expected[index] ?? "")).toBeGreaterThanOrEqual(0.95);
  }
  return found.pages.map(({ text }) => text).join("\n");
};

test.each(cases)("%s says what is written in it", async (extension, unit, expected) => {
  const text = await contain(fixture(`known.${extension}`), extension, unit, expected);
  // LibreOffice keeps hidden runs in doc, and the library that reads it does not tell them.
  if (extension !== "doc") expect(text).not.toContain(unseen);
  // Notes are the speaker's, not the readers'.
  expect(text).not.toContain(notes);
});

test("a line is a paragraph, in pdf too, with its words whole", async () => {
  for (const extension of ["pdf", "doc", "docx", "hwp", "hwpx"] as const) {
    const outcome = await outcomeOf(fixture(`known.${extension}`), extension);
    const lines = "text" in outcome ? outcome.text.pages.flatMap(({ text }) => text.split("\n")) : [];
    // LibreOffice writes straight quotation marks into doc.
    const straight = (text: string) => text.replace(/[‘’]/gu, "'").replace(/[“”]/gu, '"');
    expect(lines.map(straight)).toEqual(expect.arrayContaining([title, ...paragraphs].map(straight)));
  }
});

test("cells of a row stand on one line, parted by tabs", async () => {
  const row = table[1].join("\t");
  for (const extension of ["pdf", "doc", "docx", "hwp", "hwpx", "pptx"] as const) {
    const outcome = await outcomeOf(fixture(`known.${extension}`), extension);
    const pages = "text" in outcome ? outcome.text.pages : [];
    expect(pages.flatMap(({ text }) => text.split("\n"))).toContain(row);
  }
});

const plain = `${body}\n\n뷁 똠방각하 펲시콜라`;
const utf16 = Buffer.from(`\ufeff${plain}`, "utf16le");
const encodings: [string, TextExtension, Buffer][] = [
  ["UTF-8", "txt", Buffer.from(plain)],
  ["UTF-8 with a mark", "md", Buffer.from(`\ufeff${plain}`)],
  ["UTF-16", "txt", utf16],
  ["UTF-16 of the other order", "txt", Buffer.from(utf16).swap16()],
  ["UTF-16 without a mark", "txt", Buffer.from(plain, "utf16le")],
  ["CP949", "txt", iconv.encode(plain, "cp949")],
  ["decomposed letters", "txt", Buffer.from(plain.normalize("NFD"))],
];

test.each(encodings)("plain text in %s", async (_, extension, bytes) => {
  const text = { pages: [{ page: 1, text: plain }], unit: "whole", isTruncated: false };
  expect(await outcomeOf(bytes, extension)).toEqual({ text });
});
