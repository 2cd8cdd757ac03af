import { createRequire } from "node:module";
import type * as SheetJs from "xlsx";

/**
 * The library of the binary workbooks, in its CommonJS form: the other one lacks the code pages of older files. It
 * reads strangers' bytes in the reading program only.
 */
export const sheetJs = createRequire(import.meta.url)("xlsx") as typeof SheetJs;
