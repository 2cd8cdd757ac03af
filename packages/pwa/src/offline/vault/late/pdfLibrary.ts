import { GlobalWorkerOptions, PDFDataRangeTransport, version } from "pdfjs-dist/legacy/build/pdf.mjs";
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { headChunk } from "../fileHead.ts";
import type { VaultBytes } from "../vaultFiles.ts";

GlobalWorkerOptions.workerSrc = workerAddress;

/** The folder of fonts, tables of characters and decoders that a document may need, see scripts/pdfFiles.ts. */
const pdfLibrary = `/assets/pdfjs-${version}/`;

const fonts = [
  ..."Dingbats Fixed FixedBold FixedBoldItalic FixedItalic Serif SerifBold SerifBoldItalic SerifItalic Symbol"
    .split(" ")
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

/** Bytes of a part: the library asks for neighbours together, and for the head of each page before it shows the first. */
const rangeBytes = 16 * 1024;

/** How every document is opened: by ranges, with what it may not bring along. */
export const pdfSettings = {
  disableAutoFetch: true,
  disableStream: true,
  rangeChunkSize: rangeBytes,
  cMapUrl: `${pdfLibrary}cmaps/`,
  standardFontDataUrl: `${pdfLibrary}standard_fonts/`,
  wasmUrl: `${pdfLibrary}wasm/`,
  iccUrl: `${pdfLibrary}iccs/`,
};

/** How a kept document is opened: by small stretches, since it is near. */
export const keptPdfSettings = { ...pdfSettings, rangeChunkSize: headChunk };

/** Hands the library the stretches of a kept file that it asks for. */
export class KeptFileTransport extends PDFDataRangeTransport {
  readonly #bytes: Pick<VaultBytes, "size" | "read">;
  readonly #onFailed: (error: unknown) => void;
  constructor(bytes: Pick<VaultBytes, "size" | "read">, onFailed: (error: unknown) => void) {
    super(bytes.size, null, true);
    this.#bytes = bytes;
    this.#onFailed = onFailed;
  }
  override requestDataRange(begin: number, end: number): void {
    this.#bytes.read(begin, end).then((chunk) => this.onDataRange(begin, chunk), this.#onFailed);
  }
}
