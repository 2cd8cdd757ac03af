import { expect, it } from "vitest";
import { amountsOf, maxPrice } from "./money.ts";
import { priceBands } from "./searchKinds.ts";

it("has bands of what buyers pay, up to the greatest price", () => {
  const totals = Object.values(priceBands).map(({ min, max }) => ({
    inside: [min, max].map((price) => amountsOf(price).totalAmount),
    outside: [min - 1, max + 1].map((price) => amountsOf(price).totalAmount),
  }));
  expect(totals).toEqual([
    { inside: [0, 10_000], outside: [-2, 10_001] },
    { inside: [10_000, 30_000], outside: [9_999, 30_001] },
    { inside: [30_000, 10_500_000], outside: [29_999, 10_500_001] },
  ]);
  expect(priceBands.high.max).toBe(maxPrice);
});
