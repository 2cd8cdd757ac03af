import type { CategoryCode } from "@knowhow/shared";
import { circle, frame, half, many, rect, ring, shape, stroke } from "./motif.ts";
import type { Motif } from "./motif.ts";

const candles: Motif = ({ a, b, d }) =>
  [
    [40, 230, 70, 150],
    [100, 190, 90, 190],
    [160, 210, 60, 130],
    [220, 140, 100, 200],
    [280, 90, 90, 170],
    [340, 50, 80, 150],
  ]
    .map(([x = 0, y = 0, h = 0, wick = 0], i) => {
      const colour = i === 2 ? b : i === 4 ? d : a;
      return rect(x - 2, y - (wick - h) / 2, 4, wick, colour) + rect(x - 17, y, 34, h, colour, 3);
    })
    .join("");

const curve: Motif = ({ a, b, c, d }) =>
  shape("M0 330C70 320 90 240 150 250S230 190 270 150S340 110 400 40V400H0Z", c) +
  shape("M0 365C80 360 130 320 190 315S290 270 400 190V400H0Z", b) +
  stroke("M0 330C70 320 90 240 150 250S230 190 270 150S340 110 400 40", a, 9) +
  circle(270, 150, 20, d);

const coins: Motif = ({ a, b, c, d }) =>
  [
    [70, 2, b],
    [160, 4, a],
    [250, 3, c],
    [340, 6, a],
  ]
    .map(([x, n, colour]) =>
      many(
        Number(n),
        (i) =>
          `<ellipse cx="${String(x)}" cy="${String(345 - i * 36)}" rx="42" ry="24" fill="${String(colour)}"/><ellipse cx="${String(x)}" cy="${String(337 - i * 36)}" rx="42" ry="24" fill="none" stroke="${d}" stroke-width="3"/>`,
      ),
    )
    .join("");

const pie: Motif = ({ a, b, c, d }) =>
  circle(200, 200, 170, c) +
  shape("M200 200V30A170 170 0 0 1 347 285Z", a) +
  shape("M200 200L347 285A170 170 0 0 1 115 347Z", b) +
  circle(200, 200, 62, d);

const seal: Motif = ({ a, b, c, d }) =>
  shape("M130 210L85 390L150 350L185 400L215 250Z", b) +
  shape("M270 210L315 390L250 350L215 400L185 250Z", c) +
  `<g transform="translate(200 165)">${many(16, (i) => `<g transform="rotate(${String(i * 22.5)})">${circle(0, -118, 26, a)}</g>`)}</g>` +
  circle(200, 165, 118, a) +
  ring(200, 165, 88, d, 6) +
  stroke("M155 168L190 203L250 132", d, 18);

const answers: Motif = ({ a, b, d }) =>
  many(5, (row) =>
    many(5, (col) =>
      col === [1, 3, 0, 4, 2][row]
        ? circle(50 + col * 75, 50 + row * 75, 27, row === 3 ? d : a)
        : ring(50 + col * 75, 50 + row * 75, 25, b, 5),
    ),
  );

const pencil: Motif = ({ a, b, c, d }) =>
  `<g transform="rotate(45 200 200)">${rect(165, -10, 70, 60, d, 14)}${rect(165, 40, 70, 22, c)}${rect(165, 62, 70, 220, a)}${rect(188, 62, 24, 220, b)}${shape("M165 282H235L200 372Z", c)}${shape("M187 338H213L200 372Z", a)}</g>`;

const books: Motif = ({ a, b, c, d }) =>
  rect(40, 300, 320, 54, a, 6) +
  rect(66, 240, 280, 54, b, 6) +
  rect(30, 180, 290, 54, c, 6) +
  rect(84, 120, 250, 54, d, 6) +
  rect(70, 315, 60, 8, c) +
  rect(96, 255, 44, 8, a) +
  rect(60, 195, 80, 8, a) +
  rect(114, 135, 50, 8, a);

const brackets: Motif = ({ a, b, d }) =>
  stroke("M130 80L40 200L130 320", a, 26) +
  stroke("M270 80L360 200L270 320", a, 26) +
  stroke("M225 60L175 340", d, 22) +
  circle(200, 380, 8, b);

const graph: Motif = ({ a, b, c, d }) => {
  const points = [
    [200, 60],
    [90, 170],
    [310, 170],
    [40, 310],
    [150, 310],
    [260, 310],
    [360, 310],
  ] as const;
  const links = [
    [0, 1],
    [0, 2],
    [1, 3],
    [1, 4],
    [2, 5],
    [2, 6],
  ] as const;
  return (
    links.map(([from, to]) => stroke(`M${points[from].join(" ")}L${points[to].join(" ")}`, b, 7)).join("") +
    points
      .map(([x, y], i) => circle(x, y, i === 0 ? 42 : 32, i === 0 ? a : i === 5 ? d : i > 2 ? c : a))
      .join("")
  );
};

const terminal: Motif = ({ a, b, c, d }) =>
  rect(20, 60, 360, 290, a, 18) +
  circle(55, 92, 9, d) +
  circle(83, 92, 9, b) +
  circle(111, 92, 9, c) +
  stroke("M58 150L88 175L58 200", d, 10) +
  rect(110, 190, 120, 10, c, 5) +
  rect(58, 235, 210, 10, b, 5) +
  rect(58, 268, 150, 10, b, 5) +
  rect(58, 301, 250, 10, b, 5);

const blocks: Motif = ({ a, b, c, d }) =>
  rect(20, 20, 170, 170, a, 10) +
  rect(210, 20, 170, 80, b, 10) +
  rect(210, 120, 170, 70, c, 10) +
  rect(20, 210, 80, 170, c, 10) +
  rect(120, 210, 260, 80, d, 10) +
  rect(120, 310, 120, 70, b, 10) +
  rect(260, 310, 120, 70, a, 10);

const stairs: Motif = ({ a, b, c, d }) =>
  many(5, (i) => rect(20 + i * 72, 320 - i * 62, 72, 80 + i * 62, i % 2 === 0 ? a : b)) +
  circle(344, 26, 26, d) +
  stroke("M56 286L344 40", c, 0);

const door: Motif = ({ a, b, c, d }) =>
  rect(90, 30, 220, 350, b, 6) +
  shape("M130 60L270 90V350L130 380Z", a) +
  circle(245, 222, 11, d) +
  shape("M130 380L270 350L390 400H60Z", c);

const papers: Motif = ({ a, b, c, d }) =>
  `<g transform="rotate(-9 200 200)">${rect(80, 50, 220, 300, b, 8)}</g><g transform="rotate(5 200 200)">${rect(100, 50, 220, 300, c, 8)}${circle(150, 110, 28, a)}${rect(195, 92, 95, 12, a, 6)}${rect(195, 118, 60, 10, d, 5)}${many(5, (i) => rect(128, 170 + i * 30, i % 2 === 0 ? 160 : 120, 9, a, 4))}</g>`;

const compass: Motif = ({ a, b, c, d }) =>
  ring(200, 200, 170, a, 14) +
  ring(200, 200, 130, b, 4) +
  shape("M200 80L232 200H168Z", d) +
  shape("M200 320L168 200H232Z", a) +
  circle(200, 200, 14, c);

const calendar: Motif = ({ a, b, c, d }) =>
  rect(30, 50, 340, 320, c, 16) +
  shape("M30 66a16 16 0 0 1 16-16H354a16 16 0 0 1 16 16V120H30Z", a) +
  many(4, (row) =>
    many(5, (col) =>
      rect(
        58 + col * 60,
        146 + row * 54,
        42,
        36,
        row === 1 && col === 2 ? d : (row + col) % 4 === 0 ? b : "#FFFFFF",
        6,
      ),
    ),
  );

const board: Motif = ({ a, b, c, d }) =>
  many(3, (col) => rect(20 + col * 126, 40, 108, 320, c, 10)) +
  [
    [0, 0, a],
    [0, 1, b],
    [0, 2, b],
    [1, 0, d],
    [1, 1, a],
    [2, 0, b],
  ]
    .map(([col, row, colour]) =>
      rect(32 + Number(col) * 126, 62 + Number(row) * 84, 84, 66, String(colour), 7),
    )
    .join("");

const slides: Motif = ({ a, b, c, d }) =>
  rect(90, 50, 290, 190, b, 8) +
  rect(55, 100, 290, 190, c, 8) +
  rect(20, 150, 290, 200, a, 8) +
  half(100, 290, 46, "bottom", d) +
  rect(175, 200, 105, 14, c, 7) +
  rect(175, 230, 80, 10, b, 5) +
  rect(175, 254, 95, 10, b, 5);

const sheet: Motif = ({ a, b, c, d }) =>
  frame(25, 45, 350, 310, a, 8, 8) +
  rect(25, 45, 350, 54, a) +
  many(4, (i) => stroke(`M25 ${String(150 + i * 52)}H375`, b, 4)) +
  many(3, (i) => stroke(`M${String(115 + i * 88)} 99V355`, b, 4)) +
  rect(119, 154, 80, 44, d) +
  rect(207, 258, 80, 44, c) +
  rect(295, 206, 76, 44, c);

/** Illustrations of the categories about work and study. */
export const workMotifs = {
  stock: [candles, curve, coins, pie],
  certificate: [seal, answers, pencil, books],
  programming: [brackets, graph, terminal, blocks],
  career: [stairs, door, papers, compass],
  template: [calendar, board, slides, sheet],
} satisfies Partial<Record<CategoryCode, readonly Motif[]>>;
