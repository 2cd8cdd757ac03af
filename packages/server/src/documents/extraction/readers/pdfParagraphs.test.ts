import { expect, test } from "vitest";
import type { Line } from "./pdfLines.ts";
import { joinLines } from "./pdfParagraphs.ts";

/** A line as a page shows it: ten points a letter, a blank of three. */
const line = (text: string, row: number, more: Partial<Line> = {}): Line => {
  const blanks = text.trim().split(" ").length - 1;
  const left = more.left ?? 70;
  const right = left + text.replace(/ /gu, "").length * 10 + blanks * 3;
  return {
    text,
    left,
    right,
    bottom: 800 - row * 16,
    letter: 10,
    gaps: blanks * 3,
    blanks,
    blank: 3,
    ...more,
  };
};

/** Lines one below the other, drawn out to the right edge but for those that end a paragraph. */
const justified = (texts: readonly string[], last: readonly number[]): Line[] =>
  texts.map((text, row) => line(text, row, last.includes(row) ? {} : { right: 300 }));

test("a line that fills its column goes on, within a word where the file cuts words", () => {
  const lines = justified(
    [
      "회의록을 이렇게 정리합니다",
      "회의가 끝나면 결정한 것, 남은 질문의 세 칸",
      "만 남깁니다. 누가 말을 했는지는 적지 않아도 됩니",
      "다. 한 달 뒤에 다시 읽을 사람은 여기에 없던 동료",
      "이기 때문입니다. 예를 들어 날짜와 이름을",
      "적습니다.",
    ],
    [0, 5],
  );
  expect(joinLines()(lines)).toBe(
    "회의록을 이렇게 정리합니다\n회의가 끝나면 결정한 것, 남은 질문의 세 칸만 남깁니다. 누가 말을 했는지는 적지 않아도 됩니다. " +
      "한 달 뒤에 다시 읽을 사람은 여기에 없던 동료이기 때문입니다. 예를 들어 날짜와 이름을 적습니다.\n",
  );
});

test("where lines leave room for more than a letter, words are whole", () => {
  const lines = [
    "주식 계좌를 만드는 데는 십 분이면 되지만 마음의",
    "준비에는 하루쯤 쓰는 편이 좋습니다. 그다음 종이에",
    "모든 결정을 도와줄 물음과 까닭을 적습니다. 종이는",
    "이레쯤 넣어 두고 그 뒤에 꺼내어 다시 펴 볼 만",
    "합니다.",
  ].map((text, row) => line(text, row));
  expect(joinLines()(lines)).toBe(`${lines.map(({ text }) => text).join(" ")}\n`);
});

test("where the file keeps the blanks at the ends of lines, their absence tells", () => {
  const lines = justified(
    [
      "결정한 것과 할 일을 적지 않아도 ",
      "됩니다. 업체 세 곳에 전화한",
      "다처럼 보이는 행동을 적으면 ",
      "줄어듭니다.",
    ],
    [3],
  );
  expect(joinLines()(lines)).toBe(
    "결정한 것과 할 일을 적지 않아도 됩니다. 업체 세 곳에 전화한다처럼 보이는 행동을 적으면 줄어듭니다.\n",
  );
});

test("headings, short lines, items, rows and what is set apart stay lines of their own", () => {
  const full = { right: 300 };
  const lines = [
    line("크게 쓴 제목이 한 줄을 가득 채우고 있습니다", 0, { ...full, letter: 16 }),
    line("본문의 첫 줄은 오른쪽 끝까지 글로 가득 찹니다", 2, full),
    line("• 항목 하나는 오른쪽 끝까지 글로 가득 찹니다 그", 3, full),
    line("• 항목 둘", 4),
    line("짧은 줄", 5),
    line("다음 문단은 오른쪽 끝까지 글로 가득 차 있습니다", 6, full),
    line("사이를 둔 문단", 8),
    line("이름\t값", 9, full),
    line("이어지지 않는 줄", 10),
  ];
  expect(joinLines()(lines)).toBe(`${lines.map(({ text }) => text).join("\n")}\n`);
});

test("the next column goes on with the sentence", () => {
  const lines = [
    line("해야 할 일은 동사로 끝냅니다. 확인과 검토를 뺀", 0, { right: 300 }),
    line("다음에 눈에 보이는 행동을 적으면 시간이", 1, { right: 300 }),
    line("절반으로 줄어듭니다.", 0, { left: 320, right: 420 }),
  ];
  expect(joinLines()(lines)).toMatch(/시간이 절반으로/);
});
