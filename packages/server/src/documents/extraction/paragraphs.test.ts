import { expect, test } from "vitest";
import { unwrap } from "./paragraphs.ts";

test("lines that were wrapped by hand are one again", () => {
  const text =
    "이 문장은 종이의 폭이 모자라서 바로 다음 줄까지\n이어집니다. 물은 1.5리터를 씁니다.\r\n\r\n다음 문단입니다.";
  expect(unwrap(text)).toBe(
    "이 문장은 종이의 폭이 모자라서 바로 다음 줄까지 이어집니다. 물은 1.5리터를 씁니다.\r\n\r\n다음 문단입니다.",
  );
});

test.each([
  [
    "headings above long paragraphs",
    `회의록 정리, 이렇게 하면 두 번 묻지 않는 방법\n${"회의가 끝나면 결정한 것만 남깁니다. ".repeat(5)}`,
  ],
  [
    "sentences one a line",
    "무반죽 빵은 밀가루와 물, 소금, 이스트를 섞어 둡니다.\n시간이 지나면 반죽이 저절로 됩니다.\n반죽의 온도는 스물네 도쯤이 알맞습니다.",
  ],
  [
    "sentences without full stops",
    "무반죽 빵은 밀가루와 물, 소금, 이스트를 섞어 둡니다\n시간이 지나면 반죽이 저절로 됩니다\n",
  ],
  ["Markdown", "# 종이의 폭을 넘지 않는 제목이지만 긴 것은 긴 제목\n글이 바로 아래에 옵니다.\n"],
  ["items", "- 종이의 폭을 넘지 않는 항목이지만 긴 것은 긴 항목\n- 둘째 항목도 그렇습니다\n"],
  ["rows", "이름이 아주 길어서 줄을 채우는 칸\t그다음 칸의 값은 짧은 글\n둘째\t줄\n"],
  ["short lines", "가나다라\n마바사\n"],
])("%s stay as they are", (_, text) => {
  expect(unwrap(text)).toBe(text);
});
