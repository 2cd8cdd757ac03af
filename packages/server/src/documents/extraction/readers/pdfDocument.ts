import { PDFiumModule } from "@hyzyla/pdfium";
import { ExtractionFailed, NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";

export type PdfLibrary = Awaited<ReturnType<typeof PDFiumModule>>;

/** What the library has beside its declared calls. */
interface Undeclared {
  _FPDF_LoadCustomDocument: (fileAccess: number, password: number) => number;
  wasmExports: { __indirect_function_table: FunctionTable };
}

/** The table of the functions that the library calls by their numbers: of a fixed size, its first place is empty. */
interface FunctionTable {
  set: (index: number, value: unknown) => void;
}

/** Node's own, which its types leave out. */
const { Instance, Module } = (
  globalThis as unknown as {
    WebAssembly: {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
    };
  }
).WebAssembly;

/** An open file as the library knows it: a document that is opened again forgets the pictures that it met. */
export interface PdfFile {
  library: PdfLibrary;
  /** Fails with NoText where it needs a password, with ExtractionFailed where it can not be read. */
  open: () => number;
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const lockedErrors = [4, 5];

/** A module that gives an imported function of four numbers the type that a table of functions asks for. */
const wrapper = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 9, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
]);

type ReadBlock = (parameter: number, position: number, target: number, size: number) => number;

/** The number under which the library is given the one function that it calls: that of the empty place. */
const readNumber = 0;

/** Gives the library a file piece by piece, as it asks for them: however large it is, it stands nowhere in memory. */
export const openPdf = async (file: OpenFile): Promise<PdfFile> => {
  const library = await PDFiumModule({});
  const { _FPDF_LoadCustomDocument, wasmExports } = library as unknown as Undeclared; // PDFium's C interface has both.
  library._FPDF_InitLibraryWithConfig({});
  const read: ReadBlock = (_parameter, position, target, size) => {
    // Numbers of the library have no sign.
    const [start, to] = [position >>> 0, target >>> 0];
    return file.fill(library.HEAPU8.subarray(to, to + size), start) === size ? 1 : 0;
  };
  const { exports } = new Instance(new Module(wrapper), { e: { f: read } });
  wasmExports.__indirect_function_table.set(readNumber, exports["f"]);
  // FPDF_FILEACCESS: the length, the function, and what the function is given beside.
  const access = library.wasmExports.malloc(12);
  library.HEAP32.set([file.size, readNumber, 0], access / 4);
  return {
    library,
    open() {
      const document = _FPDF_LoadCustomDocument(access, 0);
      if (document !== 0) return document;
      const error = library._FPDF_GetLastError();
      if (lockedErrors.includes(error)) throw new NoText("encrypted");
      throw new ExtractionFailed("damaged", `pdf error ${error}`);
    },
  };
};
