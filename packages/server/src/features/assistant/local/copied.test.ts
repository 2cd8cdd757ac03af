import { describe, expect, it } from "vitest";
import { findCopied } from "./copied.ts";

const passages = [
  { text: "저축은 자동이체로 시작합니다.\n월급날 다음 날이 가장 좋습니다.", fileName: "글.txt", page: 1 },
  { text: "지출은 세 갈래로   나눕니다. 짧다.", fileName: "글.txt", page: 2 },
];

const find = (description: string, { said = "", files = passages } = {}) =>
  findCopied(description, { userDescription: said, passages: files });

describe("sentences of the files in a description", () => {
  it("are found word for word, whatever marks and spaces are around them", () => {
    const description =
      "월급 관리 노하우입니다.\n\n이런 내용을 담았습니다\n• 저축은 자동이체로 시작합니다.\n• 지출은 세 갈래로 나눕니다.";
    expect(find(description)).toEqual(["저축은 자동이체로 시작합니다.", "지출은 세 갈래로 나눕니다."]);
  });

  it("are none where the words are the seller's own, or too short to be anyone's", () => {
    expect(find("저축은 자동이체로 시작하면 편합니다. 짧다.")).toEqual([]);
    expect(find("저축은 자동이체로 시작합니다.", { files: [] })).toEqual([]);
  });

  it("are the seller's own once the seller has written them", () => {
    const said = "저축은 자동이체로 시작합니다.";
    const description = `${said}\n• 지출은 세 갈래로 나눕니다.`;
    expect(find(description, { said })).toEqual(["지출은 세 갈래로 나눕니다."]);
  });

  it("are each told once", () => {
    const twice = "저축은 자동이체로 시작합니다. 저축은 자동이체로 시작합니다.";
    expect(find(twice, { files: [...passages, ...passages] })).toEqual(["저축은 자동이체로 시작합니다."]);
  });
});
