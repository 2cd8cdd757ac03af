import { describe, expect, it } from "vitest";
import { amountsOf, formatBuyerPrice, formatWon, isAllowedPrice, maxPrice } from "./money.ts";

describe("amountsOf", () => {
  it.each([
    [0, 0, 0],
    [1_500, 1_575, 1_425],
    [9_990, 10_489, 9_491],
    [10_000, 10_500, 9_500],
    [10_019, 10_519, 9_519],
    [10_000_000, 10_500_000, 9_500_000],
  ])("%i won: the buyer pays %i, the seller receives %i", (price, totalAmount, sellerAmount) => {
    expect(amountsOf(price)).toMatchObject({ price, totalAmount, sellerAmount });
  });

  it("neither makes nor loses a won", () => {
    for (let price = 1_500; price <= maxPrice; price += 997) {
      const { buyerFee, sellerFee, totalAmount, sellerAmount } = amountsOf(price);
      expect(totalAmount - sellerAmount).toBe(buyerFee + sellerFee);
      expect(Number.isInteger(totalAmount) && Number.isInteger(sellerAmount)).toBe(true);
    }
  });
});

describe("isAllowedPrice", () => {
  it.each([
    [0, true],
    [1, false],
    [1_499, false],
    [1_500, true],
    [10_000_000, true],
    [10_000_001, false],
    [-1, false],
    [1_500.5, false],
    [Number.NaN, false],
  ])("%d: %s", (price, allowed) => {
    expect(isAllowedPrice(price)).toBe(allowed);
  });
});

it("shows one price to buyers: with the fee, or free", () => {
  expect(formatBuyerPrice(10_000)).toBe("10,500원");
  expect(formatBuyerPrice(0)).toBe("무료");
  expect(formatWon(1_234_567)).toBe("1,234,567원");
});
