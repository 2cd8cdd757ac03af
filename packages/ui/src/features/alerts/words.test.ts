import { describe, expect, it } from "vitest";
import { factsOf, isNamed } from "./words.ts";

const said = (detail: Record<string, string>) =>
  factsOf({ detail: Object.entries(detail).map(([name, value]) => ({ name, value })) }).map(
    ({ label, value }) => `${label}: ${value}`,
  );

describe("what is said of a call", () => {
  it("is Korean, with amounts as amounts, who it is about first", () => {
    expect(said({ code: "E1", sellerAmount: "9500", seller: "지현", orderNumber: "KH-1" })).toEqual([
      "주문번호: KH-1",
      "멘토: 지현",
      "정산액: 9,500원",
      "결제사의 오류 코드: E1",
    ]);
    expect(said({ problem: "missing here", theirs: "10500", ours: "", what: "charge" })).toEqual([
      "구분: 결제",
      "차이: 우리 장부에 없어요",
      "결제사 기록: 10,500원",
    ]);
    expect(said({ status: "confirming" })).toEqual(["상태: 결제 확인 중"]);
  });

  it("stays as it was noted where nobody has found words for it", () => {
    expect(said({ times: "3", status: "SOMETHING" })).toEqual(["상태: SOMETHING", "times: 3"]);
    expect(isNamed({ detail: [{ name: "times", value: "3" }] })).toBe(false);
    expect(isNamed({ detail: [{ name: "seller", value: "지현" }] })).toBe(true);
  });
});
