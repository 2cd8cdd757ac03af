import { describe, expect, it } from "vitest";
import { cleanLine, cleanText, cutText, isStorable, isVisible, lengthOf, tidyFileName } from "./text.ts";

describe("a text that is cut", () => {
  it("keeps no half of a character", () => {
    const text = "가👍나👍";
    const cuts = Array.from({ length: text.length + 1 }, (_, max) => cutText(text, max));
    expect(cuts).toEqual(["", "가", "가", "가👍", "가👍나", "가👍나", text]);
    expect(cuts.every(isStorable)).toBe(true);
  });
});

describe("characters that turn the direction", () => {
  const turned = "보고서\u202Efdp.exe\u2066\u2069\u200F";

  it.each([cleanLine, cleanText, tidyFileName])("are in no text: %o", (clean) => {
    expect(clean(turned)).toBe("보고서fdp.exe");
  });

  it("are not the joiners of pictures", () => {
    expect(cleanText("가족 👨\u200D👩\u200D👧")).toBe("가족 👨\u200D👩\u200D👧");
  });
});

describe("a clean text", () => {
  it("of several lines keeps line feeds and tabs alone of all control characters", () => {
    expect(cleanText(" 첫째\t칸\r\n둘째\r셋째\n\n넷\u0000\u0007째\u0085 ")).toBe(
      "첫째\t칸\n둘째\n셋째\n\n넷째",
    );
  });

  it("of one line has single spaces, whatever stood there", () => {
    expect(cleanLine("\t가 나\n다\u0000라\u3000마  바\u0007 사 ")).toBe("가 나 다 라 마 바 사");
  });
});

describe("what people see of a text", () => {
  it.each([
    ["", 0, false],
    [" \u200b\u{16fe4}\u3164\n", 5, false],
    ["\u200b가", 2, true],
    ["👍👍", 2, true],
    ["\ud83d", 1, true],
    ["\udc4d\ud83d", 2, true],
  ])("%j: %i characters, visible: %s", (text, length, isSeen) => {
    expect([lengthOf(text), isVisible(text)]).toEqual([length, isSeen]);
  });
});
