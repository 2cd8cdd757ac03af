import { describe, expect, it } from "vitest";
import { digitsOf, isFreePrice, priceForChoice, priceOf, steppedPrice } from "./priceRules.ts";

describe("the free/paid switch", () => {
  it("reads what is typed, and nothing out of an empty or broken field", () => {
    expect(priceOf("9000")).toBe(9000);
    expect(priceOf(0)).toBe(0);
    expect(priceOf("")).toBeUndefined();
    expect(priceOf("  ")).toBeUndefined();
    expect(priceOf("abc")).toBeUndefined();
    expect(priceOf(undefined)).toBeUndefined();
  });

  it("is free at 0 only: an empty field is a price that is not typed yet", () => {
    expect(isFreePrice("0")).toBe(true);
    expect(isFreePrice(0)).toBe(true);
    expect(isFreePrice("00")).toBe(true);
    expect(isFreePrice("1")).toBe(false);
    expect(isFreePrice("")).toBe(false);
  });

  it("reads amounts as people write them, and nothing else", () => {
    expect(digitsOf("10000")).toBe("10000");
    expect(digitsOf(" 10,000원 ")).toBe("10000");
    expect(digitsOf("₩1,500")).toBe("1500");
    for (const text of ["1e5", "-1500", "1.5", "+3", "", ",", "만원", "0x10"])
      expect(digitsOf(text), text).toBeUndefined();
  });

  it("steps by 1,000 and stays within what a paid content may cost", () => {
    expect(steppedPrice(1_500, 1)).toBe(2_500);
    expect(steppedPrice(10_000, 1)).toBe(11_000);
    expect(steppedPrice(2_000, -1)).toBe(1_500);
    expect(steppedPrice(1_500, -1)).toBe(1_500);
    expect(steppedPrice(0, 1)).toBe(1_500);
    expect(steppedPrice(0, -1)).toBe(0);
    expect(steppedPrice(undefined, 1)).toBe(1_500);
    expect(steppedPrice(9_999_500, 1)).toBe(10_000_000);
  });

  it("fills in 0 for 무료 and 1,500 for 유료", () => {
    expect(priceForChoice(true)).toBe(0);
    expect(priceForChoice(false)).toBe(1500);
  });
});
