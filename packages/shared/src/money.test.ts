import { describe, expect, it } from "vitest";
import { amountsOf, formatBuyerPrice, formatWon, isAllowedPrice, maxPrice, minPaidPrice, priceBoundsFor, priceForSellerAmount, priceForTotal, pricesAroundTotal, remainingAmount } from "./money.ts"; // oxfmt-ignore

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

describe("a price by what the buyer pays", () => {
  it("is found for every total that a price has, and for no other", () => {
    let total = amountsOf(minPaidPrice).totalAmount - 1;
    let wrong = 0;
    for (let price = minPaidPrice; price <= maxPrice; price += 1) {
      const { totalAmount } = amountsOf(price);
      // Between the totals of two prices there is one at most that belongs to none.
      for (total += 1; total < totalAmount; total += 1) if (priceForTotal(total) !== undefined) wrong += 1;
      if (priceForTotal(totalAmount) !== price) wrong += 1;
    }
    expect(wrong).toBe(0);
  });

  it.each([
    [9_900, 9_429],
    [10_500, 10_000],
    [1_575, 1_500],
    [10_500_000, 10_000_000],
  ])("%i won: the price is %i", (total, price) => {
    expect(priceForTotal(total)).toBe(price);
  });

  it("names the prices next to a total that belongs to none", () => {
    expect(priceForTotal(10_499)).toBeUndefined();
    expect(pricesAroundTotal(10_499)).toEqual([9_999, 10_000]);
    let wrong = 0;
    for (let total = 1_595; total <= 10_500_000; total += 21) {
      const [below, above] = pricesAroundTotal(total).map((price) => amountsOf(price).totalAmount);
      if (priceForTotal(total) !== undefined || below !== total - 1 || above !== total + 1) wrong += 1;
    }
    expect(wrong).toBe(0);
  });
});

it("finds the bounds on the price for bounds on the total, from 0 to what 200,000 won cost", () => {
  let wrong = 0;
  let total = 0;
  for (let price = 0; price <= 200_000; price += 1) {
    const { totalAmount } = amountsOf(price);
    // Totals that belong to no price lie between the one below and this one.
    for (; total < totalAmount; total += 1) {
      const { min, max } = priceBoundsFor(total, total);
      if (min !== price || max !== price - 1) wrong += 1;
    }
    const { min, max } = priceBoundsFor(total, total);
    if (min !== price || max !== price) wrong += 1;
    total += 1;
  }
  expect([wrong, total]).toEqual([0, 210_001]);
});

it("finds a price for everything that a seller can receive, the rounder one of two", () => {
  let wrong = 0;
  for (let amount = amountsOf(minPaidPrice).sellerAmount; amount <= 9_500_000; amount += 1) {
    const price = priceForSellerAmount(amount);
    if (amountsOf(price).sellerAmount !== amount) wrong += 1;
    if (amountsOf(price + 1).sellerAmount === amount) wrong += 1;
  }
  expect(wrong).toBe(0);
  expect(priceForSellerAmount(9_500)).toBe(10_000);
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

it("leaves of a payment what was not given back in parts", () => {
  expect(remainingAmount(10_500, [{ amount: 5_000 }, { amount: 1_000 }])).toBe(4_500);
  expect([remainingAmount(10_500, []), remainingAmount(10_500)]).toEqual([10_500, 10_500]);
});
