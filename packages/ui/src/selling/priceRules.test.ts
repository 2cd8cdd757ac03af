import { describe, expect, it } from "vitest";
import { isFreePrice, priceForChoice, priceOf } from "./priceRules.ts";

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

  it("fills in 0 for 무료 and 1,500 for 유료", () => {
    expect(priceForChoice(true)).toBe(0);
    expect(priceForChoice(false)).toBe(1500);
  });
});
