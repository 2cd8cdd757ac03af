import { describe, expect, it } from "vitest";
import { canBeAmount, digitsOf, fieldValueOf, fitPriceText, isFreePrice, maxPriceText, noPriceMessage, priceBases, priceForChoice, priceOf, pricesNear, readTypedPrice, steppedPrice, writeTypedPrice } from "./priceRules.ts"; // oxfmt-ignore

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
    expect(digitsOf("１２，０００원")).toBe("12000");
    for (const text of [
      "1e5",
      "-1500",
      "1.5",
      "+3",
      "",
      ",",
      "만원",
      "0x10",
      "1500,5",
      "15,00",
      "1,5",
      ",500",
      "1,0000",
    ])
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

describe("a price by what is typed", () => {
  it("is the same whichever of the three amounts it is typed in, through a draft too", () => {
    for (const price of [0, 1_500, 9_429, 9_999, 10_000, 33_333, 10_000_000])
      for (const basis of priceBases) {
        const held = fieldValueOf(basis, price);
        expect(readTypedPrice(held).basis).toBe(basis);
        // 9,999 and 10,000 bring the seller the same: the rounder one wins.
        expect(priceOf(held)).toBe(basis === "seller" && price === 9_999 ? 10_000 : price);
      }
    expect(priceOf("buyer:9,900원")).toBe(9_429);
    expect(priceOf("seller:９５００")).toBe(10_000);
  });

  it("never loses a point on the way", () => {
    expect(priceOf("1500.5")).toBe(1_500.5);
    expect(priceOf("buyer:1500.5")).toBe(1_500.5);
    expect(digitsOf("1500.5")).toBeUndefined();
    expect(canBeAmount("1500.5")).toBe(true);
  });

  it("names what is next to a total that no price has, and gives no price for it", () => {
    expect(priceOf("buyer:10499")).toBeUndefined();
    expect(pricesNear("buyer:10499")).toEqual([9_999, 10_000]);
    expect(noPriceMessage("buyer:10499")).toBe("구매자 결제액이 정확히 10,499원인 판매가는 없습니다.");
    for (const held of ["buyer:10500", "seller:10499", "10499", "buyer:", "buyer:x", "buyer:20"])
      expect(pricesNear(held), held).toEqual([]);
    expect(noPriceMessage("buyer:만원")).toBe("구매자 결제액을 숫자로 입력해주세요.");
    expect(noPriceMessage("buyer:20")).toBe("유료 콘텐츠의 구매자 결제액은 1,575원 이상이어야 합니다.");
    expect(noPriceMessage("buyer:10500020")).toBe("구매자 결제액은 10,500,000원 이하여야 합니다.");
  });

  it("says of digits too long for the field that they are too much, and of other long texts that they are no number", () => {
    for (const text of ["15000015000150001500", "99,999,999,999,999원", "０15000000000000"]) {
      expect(noPriceMessage(fitPriceText(text)), text).toBe("가격은 10,000,000원 이하여야 합니다.");
      const held = writeTypedPrice({ basis: "buyer", text: fitPriceText(text) });
      expect(noPriceMessage(held), text).toBe("구매자 결제액은 10,500,000원 이하여야 합니다.");
    }
    for (const text of ["1500.5000000000000", "1500                 0", "만원만원만원만원만원만원만원"])
      expect(noPriceMessage(fitPriceText(text)), text).toBe("가격을 숫자로 입력해주세요.");
  });

  it("reads what is below nothing as that, whichever amount it is", () => {
    for (const held of ["-5000", "buyer:-5,000원", "seller:−5000"]) expect(priceOf(held), held).toBe(-5_000);
    expect(isFreePrice("-5000")).toBe(false);
    expect(priceOf("-")).toBeUndefined();
  });

  it.each([
    ["         15000", 15_000],
    ["0000000000015000원", 15_000],
    ["  ₩ 15,000 원      ", 15_000],
    ["１５０００                  ", 15_000],
    ["1500                 0", undefined],
    ["1500.5000000000000", undefined],
    ["1500000000000000,5", undefined],
    ["-0000000000015000", undefined],
    ["1e4             ", undefined],
    ["15000015000150001500", undefined],
  ])("cuts no amount out of the long text %s", (text, price) => {
    for (const basis of priceBases) {
      const held = writeTypedPrice({ basis, text: fitPriceText(text) });
      expect(held.length).toBeLessThanOrEqual(20);
      if (price === undefined) expect(priceOf(held), held).toBeUndefined();
      else expect(priceOf(held)).toBe(priceOf(writeTypedPrice({ basis, text: String(price) })));
    }
    expect(fitPriceText("9,900원")).toBe("9,900원");
  });

  it("fits a draft with its basis, and reads back what it wrote", () => {
    const text = "9".repeat(maxPriceText);
    for (const basis of priceBases) {
      const held = writeTypedPrice({ basis, text });
      expect(held.length).toBeLessThanOrEqual(20);
      expect(readTypedPrice(held)).toEqual({ basis, text });
    }
    expect(canBeAmount(`${text}9`)).toBe(false);
  });
});
