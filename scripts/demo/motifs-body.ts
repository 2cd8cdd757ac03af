import type { CategoryCode } from "@knowhow/shared";
import { circle, half, leaf, many, rect, ring, shape, stroke } from "./motif.ts";
import type { Motif } from "./motif.ts";

const note = (x: number, y: number, colour: string): string =>
  `<ellipse cx="${String(x)}" cy="${String(y)}" rx="26" ry="19" transform="rotate(-20 ${String(x)} ${String(y)})" fill="${colour}"/>` +
  rect(x + 17, y - 112, 7, 108, colour);

const staff: Motif = ({ a, b, d }) =>
  many(5, (i) => stroke(`M10 ${String(110 + i * 45)}H390`, b, 4)) +
  note(90, 245, a) +
  note(190, 200, a) +
  note(290, 155, d);

const keys: Motif = ({ a, b, d }) =>
  many(7, (i) => rect(16 + i * 53, 60, 49, 290, i === 4 ? d : "#FFFFFF", 5)) +
  [0, 1, 3, 4, 5].map((i) => rect(52 + i * 53, 60, 30, 175, a, 3)).join("") +
  rect(16, 40, 367, 20, b, 4);

const frets: Motif = ({ a, b, c, d }) =>
  many(6, (i) => rect(50, 30 + i * 64, 300, 5, b)) +
  many(6, (i) => rect(56 + i * 57, 30, 3 + i * 0.6, 325, a)) +
  circle(114, 125, 22, d) +
  circle(228, 190, 22, d) +
  circle(285, 190, 22, a) +
  ring(58, 8, 10, c, 4);

const sound: Motif = ({ a, b, c, d }) =>
  stroke("M0 200C50 60 90 60 130 200S220 340 260 200S350 60 400 200", a, 12) +
  stroke("M0 200C50 120 90 120 130 200S220 280 260 200S350 120 400 200", d, 8) +
  stroke("M0 200C50 20 90 20 130 200S220 380 260 200S350 20 400 200", b, 4) +
  circle(200, 290, 7, c);

const record: Motif = ({ a, b, c, d }) =>
  circle(200, 200, 180, a) +
  many(4, (i) => ring(200, 200, 92 + i * 24, b, 2)) +
  circle(200, 200, 66, d) +
  circle(200, 200, 12, c);

const equaliser: Motif = ({ a, b, c, d }) =>
  [5, 8, 6, 3, 7, 4]
    .map((height, col) =>
      many(height, (i) =>
        rect(28 + col * 60, 344 - i * 40, 44, 28, i === height - 1 ? d : i > 3 ? a : i > 1 ? b : c, 6),
      ),
    )
    .join("");

const cassette: Motif = ({ a, b, c, d }) =>
  rect(20, 80, 360, 240, a, 20) +
  rect(50, 105, 300, 130, c, 10) +
  rect(50, 105, 300, 34, d, 10) +
  rect(105, 160, 190, 54, b, 27) +
  circle(135, 187, 18, c) +
  circle(265, 187, 18, c) +
  shape("M100 320L125 265H275L300 320Z", b);

const horizon: Motif = ({ a, b, c, d }) =>
  circle(200, 170, 120, d) +
  many(5, (i) => rect(0, 200 + i * 42, 400, 12 + i * 5, i % 2 === 0 ? a : b)) +
  rect(80, 180, 240, 6, c);

const breath: Motif = ({ a, b, c, d }) =>
  circle(200, 200, 175, c) + circle(200, 215, 128, b) + circle(200, 230, 82, a) + circle(200, 245, 38, d);

const sprout: Motif = ({ a, b, c, d }) =>
  circle(200, 130, 100, d) +
  stroke("M200 390C196 300 204 230 200 150", a, 10) +
  leaf(200, 330, 150, -56, a) +
  leaf(200, 280, 140, 56, b) +
  leaf(200, 220, 110, -44, b) +
  shape("M60 385C130 360 270 360 340 385V400H60Z", c);

const night: Motif = ({ a, b, c, d }) =>
  circle(250, 140, 96, d) +
  circle(292, 116, 84, c) +
  shape("M0 270C80 220 140 280 220 250S340 250 400 220V400H0Z", b) +
  shape("M0 330C100 290 180 350 260 320S350 310 400 320V400H0Z", a);

const drop: Motif = ({ a, b, c, d }) =>
  shape("M200 20C270 120 320 180 320 255A120 120 0 0 1 80 255C80 180 130 120 200 20Z", a) +
  shape("M200 220C250 220 280 240 320 255A120 120 0 0 1 80 255C120 245 150 220 200 220Z", b) +
  circle(160, 300, 14, c) +
  circle(225, 325, 9, d);

const lanes: Motif = ({ a, b, c, d }) =>
  many(
    5,
    (i) =>
      `<path d="M${String(400)} ${String(30 + i * 38)}H210A${String(170 - i * 38)} ${String(170 - i * 38)} 0 0 0 210 ${String(370 - i * 38)}H400" fill="none" stroke="${[a, b, a, c, a][i] ?? a}" stroke-width="14"/>`,
  ) + circle(330, 68, 20, d);

const court: Motif = ({ a, b, c, d }) =>
  rect(20, 40, 360, 320, c, 6) +
  stroke("M20 40H380V360H20ZM200 40V360M20 120H380M20 280H380", a, 7) +
  ring(200, 200, 62, a, 7) +
  circle(262, 236, 30, d) +
  stroke("M240 214Q262 236 284 214", b, 4);

const peaks: Motif = ({ a, b, c, d }) =>
  circle(290, 100, 52, d) +
  shape("M-10 370L150 90L310 370Z", a) +
  shape("M150 90L196 170L160 160L136 190L104 170Z", c) +
  shape("M180 370L290 190L410 370Z", b);

const dumbbell: Motif = ({ a, b, c, d }) =>
  `<g transform="rotate(-24 200 200)">${rect(90, 184, 220, 32, b, 10)}${rect(40, 110, 56, 180, a, 16)}${rect(304, 110, 56, 180, a, 16)}${rect(8, 146, 36, 108, d, 12)}${rect(356, 146, 36, 108, d, 12)}${half(200, 200, 8, "top", c)}</g>`;

/** Illustrations of the categories about sound and body. */
export const bodyMotifs = {
  music: [staff, keys, frets, sound],
  playlist: [record, equaliser, cassette, horizon],
  health: [breath, sprout, night, drop],
  sports: [lanes, court, peaks, dumbbell],
} satisfies Partial<Record<CategoryCode, readonly Motif[]>>;
