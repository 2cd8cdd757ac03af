import { GlobalWorkerOptions, version } from "pdfjs-dist/legacy/build/pdf.mjs";
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/** The folder of fonts, tables of characters and decoders that a document may need, see scripts/pdfFiles.ts. */
export const pdfLibrary = `/assets/pdfjs-${version}/`;

const fonts = [
  ...[
    "Dingbats",
    "Fixed",
    "FixedBold",
    "FixedBoldItalic",
    "FixedItalic",
    "Serif",
    "SerifBold",
    "SerifBoldItalic",
  ]
    .concat("SerifItalic", "Symbol")
    .map((name) => `Foxit${name}.pfb`),
  ...["Bold", "BoldItalic", "Italic", "Regular"].map((name) => `LiberationSans-${name}.ttf`),
];
/** The tables of Korean documents that name no other: of the rest an online reading keeps the ones that it needs. */
const tables = ["Adobe-Korea1-UCS2", "KSCms-UHC-H", "KSCms-UHC-HW-H", "UniKS-UCS2-H", "UniKS-UTF16-H"];

/** The addresses of the files that reading needs without a network. */
export const pdfFiles: readonly string[] = [
  workerAddress,
  ...fonts.map((name) => `${pdfLibrary}standard_fonts/${name}`),
  ...tables.map((name) => `${pdfLibrary}cmaps/${name}.bcmap`),
  ...["jbig2", "openjpeg", "qcms_bg"].map((name) => `${pdfLibrary}wasm/${name}.wasm`),
];
