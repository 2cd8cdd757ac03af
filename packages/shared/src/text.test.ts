import { describe, expect, it } from "vitest";
import { cleanLine, cleanText, cutText, isStorable, tidyFileName } from "./text.ts";

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
