import type { PDFiumModule } from "@hyzyla/pdfium";

type Library = Awaited<ReturnType<typeof PDFiumModule>>;

/** A line of a page as it is drawn; lengths in points, upwards and to the right. */
export interface Line {
  text: string;
  left: number;
  right: number;
  bottom: number;
  /** How wide its widest letter is: heights tell more about a font than about its size. */
  letter: number;
  /** Empty room between its letters, blanks included. */
  gaps: number;
  /** How many blanks it has, and the narrowest of them. */
  blanks: number;
  blank: number;
}

/** Cells of a row stand this many letters apart; words of a sentence seldom do. */
const cellGap = 2;
/**
 * A blank narrower than this share of a letter before a full stop is none: the library sees one at a change of font.
 */
const noBlank = 0.25;

interface Drawn {
  left: number;
  right: number;
  bottom: number;
}

/** What the library knows beyond what its types tell. */
interface Geometry {
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_GetLooseCharBox(textPage: number, index: number, box: number): number;
}

const lineEnds = [10, 13];
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 0xa0 || code === 0x30_00;

/** Gathers the characters of one line. */
const createLine = () => {
  let line: Line | undefined;
  let last: Drawn | undefined;
  let spaces = "";
  return {
    blank() {
      spaces = " ";
    },
    draw(text: string, box: Drawn) {
      if (!line || !last) {
        const letter = box.right - box.left;
        line = { text: spaces + text, ...box, letter, gaps: 0, blanks: 0, blank: Number.POSITIVE_INFINITY };
      } else {
        const gap = Math.max(0, box.left - last.right);
        line.letter = Math.max(line.letter, box.right - box.left);
        if (/^[.,!?)]/u.test(text) && gap < noBlank * line.letter) spaces = "";
        if (spaces !== "") {
          line.blanks += 1;
          line.blank = Math.min(line.blank, gap);
        }
        line.gaps += gap;
        line.text += (spaces !== "" && gap > cellGap * line.letter ? "\t" : spaces) + text;
        line.left = Math.min(line.left, box.left);
        line.right = Math.max(line.right, box.right);
      }
      last = box;
      spaces = "";
    },
    take(): Line | undefined {
      const taken = line && { ...line, text: line.text + spaces };
      line = undefined;
      last = undefined;
      spaces = "";
      return taken;
    },
  };
};

/** The lines of a page with their places, in the order of the text; a blank at a line's end stays as in the file. */
export const linesOf = (library: Library, textPage: number): Line[] => {
  // Exported by the library's program, and left out of its types.
  const geometry = library as unknown as Geometry;
  const count = library._FPDFText_CountChars(textPage);
  const place = library.wasmExports.malloc(16);
  const lines: Line[] = [];
  const line = createLine();
  const end = () => {
    const taken = line.take();
    if (taken) lines.push(taken);
  };
  try {
    for (let index = 0; index < count; index += 1) {
      const code = geometry._FPDFText_GetUnicode(textPage, index);
      if (lineEnds.includes(code)) end();
      else if (isBlank(code)) line.blank();
      else if (code > 32 && code <= 0x10_ff_ff) {
        geometry._FPDFText_GetLooseCharBox(textPage, index, place);
        // The memory moves when it grows.
        const box = new Float32Array(library.HEAPU8.buffer, place, 4);
        const [left = 0, , right = 0, bottom = 0] = box;
        line.draw(String.fromCodePoint(code), { left, right, bottom });
      }
    }
    end();
  } finally {
    library.wasmExports.free(place);
  }
  return lines;
};
