/** Text of one page, slide or sheet, numbered from 1 as the file counts them. */
export interface ExtractedPage {
  page: number;
  text: string;
}

/** What a page number of a kind of file counts; `whole` where there are no pages, all of it is page 1. */
export type PageUnit = "page" | "slide" | "sheet" | "whole";

/** The text of a file: NFC, lines ended by `\n`, cells of a table row parted by tabs, no empty page. */
export interface ExtractedText {
  pages: ExtractedPage[];
  unit: PageUnit;
  /** Whether the file goes on behind the text: more pages or characters than the limits allow. */
  isTruncated: boolean;
}

/** Extensions of the files whose text can be read. */
const textExtensions = [
  "pdf",
  "doc",
  "docx",
  "hwp",
  "hwpx",
  "xls",
  "xlsx",
  "ppt",
  "pptx",
  "txt",
  "md",
] as const;

/** Extension of a file whose text can be read. */
export type TextExtension = (typeof textExtensions)[number];

/** Tells whether the text of files with this extension can be read. */
export const isTextExtension = (extension: string): extension is TextExtension =>
  (textExtensions as readonly string[]).includes(extension); // Widened only to ask.
