import { describe, expect, it } from "vitest";
import { fitOf, isFound, searchWordsOf } from "./searchWords.ts";

// That titles and mentors are found as the server finds them is tested there, with the same queries.
describe("a search in what somebody has", () => {
  const find = (query: string) =>
    isFound(
      searchWordsOf(query),
      ["주식투자 실전편", "박쉐프", "주식/투자"],
      ["초보를 위한\n단타 매매 기록입니다."],
    );

  it.each([
    ["주식 투자", true],
    ["실전 박쉐프", true],
    ["단타매매", true],
    ["초보를위한단타", true],
    ["쉐프 기록", true],
    ["주식을 초보에게", true],
    ["코인을", false],
    ["ㅂㅅㅍ", true],
    // The first letters of a long text find nothing.
    ["ㄷㅌㅁㅁ", false],
    ["실전편박쉐프", false],
    ["코인", false],
    ["", true],
  ])("by %j is %s", (query, expected) => {
    expect(find(query)).toBe(expected);
  });
});

describe("how well names fit", () => {
  const names = ["해외 주식/세금 (초급)", "그리는 박쉐프", "주식/투자"];

  it.each([
    ["주식", 0],
    ["해외주식", 0],
    ["외주", 2],
    ["초급", 0],
    ["주식을", 0],
    ["ㅈㅅ", 0],
    ["ㅇㅈㅅ", 2],
    ["ㅅㄱ", 0],
    ["주식 박쉐프", 1],
    ["투자", 1],
    ["ㅌㅈ 세", 1],
    ["쉐프", 2],
    ["세금 쉐프", 2],
    ["기록", 3],
  ])("by %j is %d", (query, expected) => {
    expect(fitOf(searchWordsOf(query), names)).toBe(expected);
  });
});
