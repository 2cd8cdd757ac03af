import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create } from "fontkit";
import type { Font } from "fontkit";

/** The faces that demo pages and covers are set in. */
export type Face = "regular" | "semibold" | "black" | "serif" | "serifBold" | "code";

/** One font file: its path for the PDF writer, the parsed font for measuring and outlines. */
interface FontFile {
  readonly path: string;
  readonly font: Font;
}

/** A piece of a line that one font file can show. */
export interface Run {
  readonly file: FontFile;
  readonly text: string;
}

const require = createRequire(import.meta.url);
// Whole names, so that tools which look for unused packages see them used.
const folders = {
  pretendard: require.resolve("pretendard/package.json"),
  "gowun-batang": require.resolve("@fontsource/gowun-batang/package.json"),
  "nanum-gothic-coding": require.resolve("@fontsource/nanum-gothic-coding/package.json"),
  "noto-sans-jp": require.resolve("@fontsource/noto-sans-jp/package.json"),
};
const pretendard = (weight: string): string =>
  join(dirname(folders.pretendard), `dist/public/static/alternative/Pretendard-${weight}.ttf`);
const fontsource = (name: keyof typeof folders, subset: string, weight: number): string =>
  join(dirname(folders[name]), `files/${name}-${subset}-${String(weight)}-normal.woff`);

// The later files of a face are asked for characters that the earlier ones lack.
const sources: Record<Face, readonly string[]> = {
  regular: [pretendard("Regular"), fontsource("noto-sans-jp", "japanese", 400)],
  semibold: [pretendard("SemiBold"), fontsource("noto-sans-jp", "japanese", 700)],
  black: [pretendard("ExtraBold")],
  serif: [
    fontsource("gowun-batang", "korean", 400),
    fontsource("gowun-batang", "latin", 400),
    pretendard("Regular"),
  ],
  serifBold: [
    fontsource("gowun-batang", "korean", 700),
    fontsource("gowun-batang", "latin", 700),
    pretendard("SemiBold"),
  ],
  code: [
    fontsource("nanum-gothic-coding", "latin", 400),
    fontsource("nanum-gothic-coding", "korean", 400),
    pretendard("Regular"),
  ],
};

const opened = new Map<string, FontFile>();

function open(path: string): FontFile {
  const known = opened.get(path);
  if (known) return known;
  const font = create(readFileSync(path));
  if (!("layout" in font)) throw new Error(`a collection is not one font: ${path}`);
  const file = { path, font };
  opened.set(path, file);
  return file;
}

const chosen = new Map<string, FontFile>();
const widths = new Map<string, number>();

function fileFor(character: string, face: Face): FontFile {
  const key = face + character;
  const known = chosen.get(key);
  if (known) return known;
  const point = character.codePointAt(0) ?? 0;
  const file = sources[face].map(open).find(({ font }) => font.hasGlyphForCodePoint(point));
  if (!file) throw new Error(`no glyph for ${JSON.stringify(character)} in ${face}`);
  chosen.set(key, file);
  return file;
}

/** Splits a line into runs of one font file each; throws when a character has no glyph. */
export function runsOf(text: string, face: Face): Run[] {
  const runs: { file: FontFile; text: string }[] = [];
  for (const character of text) {
    const file = fileFor(character, face);
    const last = runs.at(-1);
    if (last?.file === file) last.text += character;
    else runs.push({ file, text: character });
  }
  return runs;
}

/** Width of a text in the unit of `size`, with `tracking` ems added after each character. */
export function widthOf(text: string, face: Face, size: number, tracking = 0): number {
  let sum = 0;
  for (const character of text) {
    const key = face + character;
    let width = widths.get(key);
    if (width === undefined) {
      const { font } = fileFor(character, face);
      width = font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      widths.set(key, width);
    }
    sum += width + tracking;
  }
  return sum * size;
}

/** SVG path data of a text whose baseline starts at x, y; no font is needed to show it. */
export function outlineOf(
  text: string,
  face: Face,
  size: number,
  x: number,
  y: number,
  tracking = 0,
): string {
  let pen = x;
  let path = "";
  for (const character of text) {
    const { font } = fileFor(character, face);
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const scale = size / font.unitsPerEm;
    const shape = glyph.path.scale(scale, -scale).translate(pen, y);
    // One decimal is a tenth of a pixel: enough for the eye, and a quarter of the text.
    path += shape.toSVG().replace(/-?\d+\.\d+/g, (value) => String(Math.round(Number(value) * 10) / 10));
    pen += widthOf(character, face, size, tracking);
  }
  return path;
}

/** Breaks a text into lines no wider than `width`, between words; only a word that is too long is broken inside. */
export function wrap(text: string, face: Face, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (candidate: string): boolean => widthOf(candidate, face, size) <= width;
  for (const word of text.split(" ")) {
    const candidate = line === "" ? word : `${line} ${word}`;
    if (fits(candidate)) {
      line = candidate;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (line !== "" && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  if (line !== "" || lines.length === 0) lines.push(line);
  return lines;
}
