/** Colours a motif is drawn with: strong, middle, pale (never the ground itself) and one contrast. */
export interface Ink {
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly d: string;
}

/** Draws one illustration inside a 400 × 400 square. */
export type Motif = (ink: Ink) => string;

const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const many = (count: number, make: (index: number) => string): string => list(count, make).join("");

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0): string =>
  `<rect x="${String(x)}" y="${String(y)}" width="${String(w)}" height="${String(h)}" rx="${String(r)}" fill="${fill}"/>`;

export const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${String(x)}" cy="${String(y)}" r="${String(r)}" fill="${fill}"/>`;

export const ring = (x: number, y: number, r: number, stroke: string, width: number): string =>
  `<circle cx="${String(x)}" cy="${String(y)}" r="${String(r)}" fill="none" stroke="${stroke}" stroke-width="${String(width)}"/>`;

export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${String(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const frame = (
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  width: number,
  r = 0,
): string =>
  `<rect x="${String(x)}" y="${String(y)}" width="${String(w)}" height="${String(h)}" rx="${String(r)}" fill="none" stroke="${colour}" stroke-width="${String(width)}"/>`;

/** Half a disc: the flat side towards `side`. */
export function half(
  x: number,
  y: number,
  r: number,
  side: "top" | "bottom" | "left" | "right",
  fill: string,
): string {
  const [x1, y1, x2, y2] = side === "top" || side === "bottom" ? [x - r, y, x + r, y] : [x, y - r, x, y + r];
  const sweep = side === "bottom" || side === "left" ? 1 : 0;
  return shape(
    `M${String(x1)} ${String(y1)}A${String(r)} ${String(r)} 0 0 ${String(sweep)} ${String(x2)} ${String(y2)}Z`,
    fill,
  );
}

/** A leaf from a point upwards, turned by `angle` degrees. */
export const leaf = (x: number, y: number, length: number, angle: number, fill: string): string => {
  const w = length * 0.32;
  const d = `M0 0C${String(-w)} ${String(-length * 0.35)} ${String(-w)} ${String(-length * 0.7)} 0 ${String(-length)}C${String(w)} ${String(-length * 0.7)} ${String(w)} ${String(-length * 0.35)} 0 0Z`;
  return `<g transform="translate(${String(x)} ${String(y)}) rotate(${String(angle)})">${shape(d, fill)}</g>`;
};
