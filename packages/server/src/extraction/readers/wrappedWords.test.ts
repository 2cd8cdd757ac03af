import { expect, test } from "vitest";
import { wrappedWords } from "./wrappedWords.ts";

test("where spaces at the ends of lines are kept, a line without one is cut within a word", () => {
  const lines = [
    "회의가 끝나면 결정한 것과 할 일을 적지 않아도 ",
    "됩니다. 해야 할 일은 업체 세 곳에 전화한",
    "다처럼 눈에 보이는 행동을 적으면 남은 질문의 ",
    "절반으로 줄어듭니다.",
    "다음 장",
    "가나다",
  ];
  expect(wrappedWords()(lines.join("\r\n")).split("\n")).toEqual([
    lines[0],
    `${lines[1] ?? ""}${lines[2] ?? ""}`,
    lines[3],
    lines[4],
    lines[5],
  ]);
});

test("where they are not, only halves that can not stand alone are joined, and words met before", () => {
  const join = wrappedWords();
  expect(
    join(
      "누가 무슨 말을 했는지는 적지 않아도 됩니\r\n다. 동료가 읽기 때문에 그렇습니다 그래서\r\n이렇게 합니다",
    ),
  ).toBe("누가 무슨 말을 했는지는 적지 않아도 됩니다. 동료가 읽기 때문에 그렇습니다 그래서\n이렇게 합니다");
  expect(join("보기에는 견적서를 먼저 받습니다")).toBe("보기에는 견적서를 먼저 받습니다");
  expect(
    join("그다음에 여러 곳에서 받은 견적\r\n서를 나란히 놓고 고릅니다 그리고 이 자리에\r\n이 표를 붙입니다"),
  ).toBe("그다음에 여러 곳에서 받은 견적서를 나란히 놓고 고릅니다 그리고 이 자리에\n이 표를 붙입니다");
});

test("headings and short lines stay lines", () => {
  const text = "결정\n은 이렇게 적습니다, 한 줄에 하나씩 그리고 날짜와 함께";
  expect(wrappedWords()(text)).toBe(text);
});
