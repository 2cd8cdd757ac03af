import type { CategoryCode } from "@knowhow/shared";
import { circle, half, leaf, many, rect, ring, shape, stroke } from "./motif.ts";
import type { Motif } from "./motif.ts";

const bubbles: Motif = ({ a, b, d }) =>
  shape(
    "M50 50H250a30 30 0 0 1 30 30V170a30 30 0 0 1-30 30H130L80 250V200H50a30 30 0 0 1-30-30V80a30 30 0 0 1 30-30Z",
    a,
  ) +
  shape(
    "M190 180H350a30 30 0 0 1 30 30V290a30 30 0 0 1-30 30H340V370L290 320H190a30 30 0 0 1-30-30V210a30 30 0 0 1 30-30Z",
    b,
  ) +
  many(3, (i) => circle(225 + i * 45, 250, 11, d));

const quotes: Motif = ({ a, d }) =>
  shape("M30 330V210C30 120 80 70 160 60V120C125 130 105 155 105 200H165V330Z", a) +
  shape("M225 330V210C225 120 275 70 355 60V120C320 130 300 155 300 200H360V330Z", d);

const waves: Motif = ({ a, b, c, d }) => {
  const bars: [number, string][] = [
    [80, a],
    [180, b],
    [120, c],
    [280, a],
    [340, d],
    [220, b],
    [300, a],
    [140, c],
    [80, b],
  ];
  return bars
    .map(([height, colour], i) => rect(22 + i * 40, 200 - height / 2, 20, height, colour, 10))
    .join("");
};

const globe: Motif = ({ a, b, d }) =>
  ring(200, 200, 165, a, 10) +
  `<ellipse cx="200" cy="200" rx="75" ry="165" fill="none" stroke="${b}" stroke-width="8"/>` +
  stroke("M40 200H360M62 115H338M62 285H338", b, 8) +
  circle(262, 115, 22, d);

const house: Motif = ({ a, b, c, d }) =>
  shape("M200 40L380 190H20Z", a) +
  rect(60, 190, 280, 180, c) +
  rect(170, 260, 70, 110, d) +
  rect(90, 220, 54, 54, b) +
  rect(266, 220, 54, 54, b);

const plant: Motif = ({ a, b, d }) =>
  leaf(200, 270, 220, 0, a) +
  leaf(195, 270, 190, -42, b) +
  leaf(205, 270, 190, 42, b) +
  leaf(190, 280, 150, -78, a) +
  leaf(210, 280, 150, 78, a) +
  shape("M120 275H280L258 385H142Z", d);

const shelf: Motif = ({ a, b, c, d }) =>
  rect(20, 130, 360, 12, a) +
  rect(20, 260, 360, 12, a) +
  rect(20, 378, 360, 12, a) +
  rect(50, 50, 60, 80, b, 6) +
  rect(130, 30, 34, 100, c) +
  rect(168, 44, 34, 86, d) +
  half(290, 130, 52, "bottom", b) +
  rect(60, 190, 110, 70, c, 8) +
  circle(255, 226, 34, d) +
  rect(320, 170, 40, 90, b, 4) +
  rect(50, 310, 40, 68, d, 4) +
  rect(100, 296, 40, 82, b, 4) +
  rect(200, 320, 150, 58, c, 8);

const window: Motif = ({ a, b, c, d }) =>
  rect(60, 30, 280, 340, a, 140) +
  rect(78, 48, 244, 322, c, 122) +
  circle(250, 150, 46, d) +
  shape("M78 290C140 240 200 300 322 240V370H78Z", b) +
  rect(194, 48, 12, 322, a);

const lens: Motif = ({ a, b, c, d }) =>
  rect(20, 100, 360, 240, a, 26) +
  rect(130, 66, 120, 60, a, 12) +
  circle(200, 222, 92, c) +
  circle(200, 222, 64, b) +
  circle(222, 198, 18, "#FFFFFF") +
  circle(334, 142, 15, d);

const yarn: Motif = ({ a, b, c, d }) =>
  circle(180, 200, 150, a) +
  many(4, (i) =>
    stroke(
      `M${String(50 + i * 34)} ${String(150 + i * 48)}C${String(120 + i * 20)} ${String(60 + i * 50)} ${String(220 + i * 16)} ${String(80 + i * 50)} ${String(300 + i * 8)} ${String(140 + i * 40)}`,
      i % 2 === 0 ? b : c,
      8,
    ),
  ) +
  stroke("M290 300C340 340 300 380 390 370", a, 8) +
  stroke("M250 40L390 330", d, 12);

const strokes: Motif = ({ a, b, c, d }) =>
  shape("M30 90C120 40 260 60 370 40L376 96C250 110 130 100 40 150Z", a) +
  shape("M20 190C140 150 280 180 360 150L370 210C260 230 130 210 30 250Z", d) +
  shape("M40 290C150 260 250 290 384 260L376 320C250 340 140 320 50 354Z", b) +
  circle(70, 370, 14, c);

const thread: Motif = ({ a, b, c, d }) =>
  many(6, (i) => ring(200, 200, 165 - i * 27, [a, b, c, a, d, b][i] ?? a, 10)) +
  stroke("M40 360L360 40", a, 6);

const overlap: Motif = ({ a, b, d }) =>
  circle(145, 200, 125, a) +
  circle(255, 200, 125, b) +
  shape("M200 88A125 125 0 0 1 200 312A125 125 0 0 1 200 88Z", d);

const faces: Motif = ({ a, b, d }) =>
  shape("M190 30C120 30 40 80 40 180C40 250 80 280 80 370H190Z", a) +
  shape("M210 30C280 30 360 80 360 180C360 250 320 280 320 370H210Z", b) +
  circle(128, 170, 14, d) +
  circle(272, 170, 14, d);

const moon: Motif = ({ a, b, c, d }) =>
  circle(200, 180, 150, c) +
  shape("M250 50A150 150 0 1 0 330 255A120 120 0 1 1 250 50Z", a) +
  circle(300, 110, 10, d) +
  circle(340, 170, 6, d) +
  shape("M0 340C90 300 170 370 260 335S360 330 400 345V400H0Z", b);

const letter: Motif = ({ a, b, c, d }) =>
  rect(30, 100, 340, 230, c, 12) +
  shape("M30 112a12 12 0 0 1 12-12H358a12 12 0 0 1 12 12L200 235Z", b) +
  stroke("M42 320L160 215M358 320L240 215", a, 5) +
  circle(200, 232, 34, d);

const bowl: Motif = ({ a, b, c, d }) =>
  half(200, 200, 165, "top", a) +
  rect(135, 355, 130, 20, a, 8) +
  `<ellipse cx="200" cy="200" rx="165" ry="34" fill="${c}"/><ellipse cx="200" cy="200" rx="120" ry="20" fill="${d}"/>` +
  many(3, (i) => stroke(`M${String(140 + i * 60)} 140c-20-25 20-45 0-75`, b, 8));

const citrus: Motif = ({ a, b, c, d }) =>
  circle(200, 200, 170, a) +
  circle(200, 200, 150, c) +
  many(
    8,
    (i) =>
      `<g transform="rotate(${String(i * 45)} 200 200)">${shape("M200 185L168 85C180 62 220 62 232 85Z", i % 2 === 0 ? d : b)}</g>`,
  ) +
  circle(200, 200, 12, a);

const plate: Motif = ({ a, b, c, d }) =>
  circle(200, 200, 140, c) +
  circle(200, 200, 100, "#FFFFFF") +
  leaf(200, 260, 110, 24, b) +
  leaf(190, 250, 90, -30, a) +
  circle(228, 218, 24, d) +
  stroke("M28 70V330M12 70V140C12 160 44 160 44 140V70", a, 8) +
  stroke("M372 330V70C350 90 344 150 352 190H372", a, 8);

const pot: Motif = ({ a, b, c, d }) =>
  rect(70, 170, 260, 180, a, 30) +
  rect(50, 150, 300, 36, b, 14) +
  rect(10, 210, 70, 26, b, 13) +
  rect(320, 210, 70, 26, b, 13) +
  circle(200, 134, 20, d) +
  many(3, (i) => circle(140 + i * 60, 70 - (i % 2) * 26, 16 - i * 3, c));

/** Illustrations of the categories about everyday life. */
export const lifeMotifs = {
  language: [bubbles, quotes, waves, globe],
  lifestyle: [house, plant, shelf, window],
  hobby: [lens, yarn, strokes, thread],
  relationship: [overlap, faces, moon, letter],
  cooking: [bowl, citrus, plate, pot],
} satisfies Partial<Record<CategoryCode, readonly Motif[]>>;
