import type { CategoryCode } from "@knowhow/shared";
import { outlineOf, widthOf } from "./fonts.ts";
import type { Face } from "./fonts.ts";
import { many } from "./motif.ts";
import type { Ink, Motif } from "./motif.ts";
import { bodyMotifs } from "./motifs-body.ts";
import { lifeMotifs } from "./motifs-life.ts";
import { workMotifs } from "./motifs-work.ts";
import { mix, palettes } from "./palette.ts";
import type { Palette } from "./palette.ts";

const motifs: Record<CategoryCode, readonly Motif[]> = { ...workMotifs, ...lifeMotifs, ...bodyMotifs };

/** What stands on a cover. */
export interface CoverText {
  /** Big lines of the title. */
  lines: readonly string[];
  label: string;
  author: string;
}

interface Drawing extends CoverText {
  palette: Palette;
  motif: Motif;
}

export const coverWidth = 1200;
export const coverHeight = 900;

const box = (x: number, y: number, w: number, h: number, fill: string, extra = ""): string =>
  `<rect x="${String(x)}" y="${String(y)}" width="${String(w)}" height="${String(h)}" fill="${fill}" ${extra}/>`;

const set = (
  text: string,
  face: Face,
  size: number,
  x: number,
  y: number,
  fill: string,
  tracking = 0,
): string => `<path d="${outlineOf(text, face, size, x, y, tracking)}" fill="${fill}"/>`;

const centred = (
  text: string,
  face: Face,
  size: number,
  x: number,
  y: number,
  fill: string,
  tracking = 0,
): string =>
  set(text, face, size, x - (widthOf(text, face, size, tracking) - tracking * size) / 2, y, fill, tracking);

const put = (drawing: string, x: number, y: number, scale: number): string =>
  `<g transform="translate(${String(x)} ${String(y)}) scale(${String(scale)})">${drawing}</g>`;

/** The largest size at which every line fits. */
const fit = (lines: readonly string[], face: Face, width: number, largest: number): number =>
  Math.min(largest, ...lines.map((line) => (width / widthOf(line, face, 1, tight)) * 0.995));

const tight = -0.025;

const title = (
  lines: readonly string[],
  face: Face,
  size: number,
  x: number,
  y: number,
  fill: string,
): string =>
  lines.map((line, index) => set(line, face, size, x, y + index * size * 1.18, fill, tight)).join("");

const onDeep = ({ soft, mid, accent, deep }: Palette): Ink => ({
  a: soft,
  b: mid,
  c: mix(deep, mid, 0.55),
  d: accent,
});
const onSoft = ({ deep, mid, accent, soft }: Palette): Ink => ({
  a: deep,
  b: mid,
  c: mix(soft, mid, 0.45),
  d: accent,
});

const block = ({ palette: p, motif, lines, label, author }: Drawing): string => {
  const size = fit(lines, "black", 760, 124);
  return (
    box(0, 0, 1200, 900, p.deep) +
    put(motif(onDeep(p)), 690, 420, 1.2) +
    set(label, "semibold", 30, 84, 118, mix(p.soft, p.accent, 0.3)) +
    title(lines, "black", size, 80, 190 + size * 0.82, "#FFFFFF") +
    set(author, "regular", 30, 84, 820, mix(p.soft, p.deep, 0.15))
  );
};

const paper = ({ palette: p, motif, lines, label, author }: Drawing): string => {
  const size = fit(lines, "serifBold", 900, lines.length > 2 ? 82 : 104);
  const top = 738 - (lines.length - 1) * size * 1.22;
  return (
    box(0, 0, 1200, 900, mix(p.soft, "#FFFFFF", 0.25)) +
    `<rect x="40" y="40" width="1120" height="820" fill="none" stroke="${p.deep}" stroke-width="2"/>` +
    `<rect x="52" y="52" width="1096" height="796" fill="none" stroke="${p.mid}" stroke-width="1"/>` +
    put(motif(onSoft(p)), 600 - 400 * (lines.length > 2 ? 0.36 : 0.44), 108, lines.length > 2 ? 0.72 : 0.88) +
    lines
      .map((line, index) => centred(line, "serifBold", size, 600, top + index * size * 1.22, p.deep, tight))
      .join("") +
    centred(`${label}  ·  ${author}`, "regular", 27, 600, 815, mix(p.deep, p.soft, 0.2))
  );
};

const split = ({ palette: p, motif, lines, label, author }: Drawing): string => {
  const size = fit(lines, "black", 600, 106);
  const top = 450 - ((lines.length - 2) * size * 1.18) / 2;
  return (
    box(0, 0, 1200, 900, mix(p.soft, "#FFFFFF", 0.35)) +
    box(0, 0, 470, 900, p.deep) +
    put(motif(onDeep(p)), 55, 270, 0.9) +
    set(label, "semibold", 28, 540, 128, p.deep) +
    box(540, 156, 56, 5, p.accent) +
    title(lines, "black", size, 536, top, mix(p.deep, "#111111", 0.3)) +
    set(author, "regular", 30, 540, 812, mix(p.deep, p.soft, 0.25))
  );
};

const band = ({ palette: p, motif, lines, label, author }: Drawing): string => {
  const size = fit(lines, "black", 1030, lines.length > 2 ? 84 : 100);
  const height = 150 + lines.length * size * 1.2;
  return (
    box(0, 0, 1200, 900, mix(p.soft, p.mid, 0.12)) +
    `<circle cx="250" cy="${String(900 - height)}" r="310" fill="${mix(p.soft, p.mid, 0.34)}"/>` +
    put(motif(onSoft(p)), 560, (900 - height) / 2 - 270, 1.35) +
    box(0, 900 - height, 1200, height, p.deep) +
    title(lines, "black", size, 82, 900 - height + 54 + size * 0.8, "#FFFFFF") +
    set(`${author}  |  ${label}`, "regular", 27, 84, 856, mix(p.soft, p.deep, 0.2))
  );
};

const poster = ({ palette: p, motif, lines, label, author }: Drawing): string => {
  const size = fit(lines, "black", 1040, 168);
  return (
    box(0, 0, 1200, 900, mix(p.accent, "#FFFFFF", 0.72)) +
    `<circle cx="930" cy="640" r="330" fill="${mix(p.accent, "#FFFFFF", 0.42)}"/>` +
    put(motif({ a: p.deep, b: p.mid, c: p.soft, d: "#FFFFFF" }), 740, 450, 0.95) +
    title(lines, "black", size, 76, 110 + size * 0.8, p.deep) +
    set(label, "semibold", 30, 82, 770, p.deep) +
    set(author, "regular", 30, 82, 818, mix(p.deep, "#FFFFFF", 0.2))
  );
};

const label = ({ palette: p, motif, lines, label: category, author }: Drawing): string => {
  const size = fit(lines, "serifBold", 560, 78);
  const tile = motif({
    a: mix(p.deep, p.mid, 0.35),
    b: mix(p.deep, p.mid, 0.6),
    c: mix(p.deep, p.mid, 0.2),
    d: mix(p.deep, p.accent, 0.75),
  });
  const height = 200 + lines.length * size * 1.28;
  const top = 450 - height / 2;
  return (
    box(0, 0, 1200, 900, p.deep) +
    many(5, (row) => many(6, (col) => put(tile, 20 + col * 240 - (row % 2) * 120, -40 + row * 205, 0.36))) +
    box(260, top, 680, height, mix(p.soft, "#FFFFFF", 0.6)) +
    `<rect x="274" y="${String(top + 14)}" width="652" height="${String(height - 28)}" fill="none" stroke="${p.deep}" stroke-width="1.5"/>` +
    centred(category, "semibold", 25, 600, top + 70, mix(p.deep, p.accent, 0.35)) +
    lines
      .map((line, index) =>
        centred(line, "serifBold", size, 600, top + 106 + size * 0.86 + index * size * 1.28, p.deep, tight),
      )
      .join("") +
    centred(author, "regular", 25, 600, top + height - 48, mix(p.deep, p.soft, 0.25))
  );
};

const swiss = ({ palette: p, motif, lines, label: category, author }: Drawing): string => {
  const size = fit(lines, "black", 1030, lines.length > 2 ? 100 : 122);
  const rule = mix(p.deep, "#FFFFFF", 0.1);
  const base = 838 - (lines.length - 1) * size * 1.16;
  return (
    box(0, 0, 1200, 900, "#FBFAF6") +
    box(80, 78, 1040, 3, rule) +
    set(category, "semibold", 28, 80, 130, p.deep) +
    set(author, "regular", 28, 1120 - widthOf(author, "regular", 28), 130, p.deep) +
    `<clipPath id="w"><rect x="80" y="166" width="1040" height="${String(base - size - 196)}"/></clipPath>` +
    box(80, 166, 1040, base - size - 196, p.soft) +
    `<g clip-path="url(#w)">${put(motif(onSoft(p)), 640, 166 + (base - size - 196) / 2 - 240, 1.2)}${put(motif({ a: mix(p.soft, p.mid, 0.5), b: mix(p.soft, p.mid, 0.3), c: mix(p.soft, p.mid, 0.2), d: mix(p.soft, p.accent, 0.5) }), 60, 166 + (base - size - 196) / 2 - 300, 1.5)}</g>` +
    title(lines, "black", size, 76, base, mix(p.deep, "#111111", 0.25))
  );
};

const volume = ({ palette: p, motif, lines, label: category, author }: Drawing): string => {
  const face: Face = p.lyrical ? "serifBold" : "black";
  const size = fit(lines, face, 400, 66);
  return (
    box(0, 0, 1200, 900, mix(p.soft, p.accent, 0.14)) +
    box(0, 690, 1200, 210, mix(p.soft, p.mid, 0.38)) +
    `<ellipse cx="625" cy="800" rx="330" ry="24" fill="${p.deep}" opacity="0.22"/>` +
    box(350, 80, 500, 716, mix(p.deep, "#000000", 0.22), 'rx="10"') +
    box(338, 70, 500, 716, p.deep, 'rx="8"') +
    box(338, 70, 26, 716, mix(p.deep, "#000000", 0.16), 'rx="8"') +
    title(lines, face, size, 400, 150 + size * 0.72, "#FFFFFF") +
    put(motif(onDeep(p)), 476, 420, 0.66) +
    set(`${category} · ${author}`, "regular", 22, 400, 742, mix(p.soft, p.deep, 0.2))
  );
};

const layouts = [block, paper, split, band, poster, label, swiss, volume] as const;

/** How many cover layouts there are. */
export const layoutCount = layouts.length;

/** A cover as SVG; `layout` and `motif` pick among the designs, so that neighbours in a list differ. */
export function drawCover(category: CategoryCode, text: CoverText, layout: number, motif: number): string {
  const choices = motifs[category];
  const draw = layouts[layout % layouts.length] ?? block;
  const drawing = {
    ...text,
    palette: palettes[category],
    motif: choices[motif % choices.length] ?? choices[0],
  };
  if (!drawing.motif) throw new Error(`no motif for ${category}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">${draw({ ...drawing, motif: drawing.motif })}</svg>`;
}
