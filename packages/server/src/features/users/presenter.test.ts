import { expect, it } from "vitest";
import { maskAccountNumber } from "./presenter.ts";

it.each([
  ["12345678901234", "**********1234"],
  ["12345678", "****5678"],
  ["123456", "***456"],
  ["1234", "**34"],
])("masks %s as %s", (number, masked) => {
  expect(maskAccountNumber(number)).toBe(masked);
});
