import { expect, it } from "vitest";
import { maskEmail, maskPhoneNumber } from "./masking.ts";

it.each([
  ["mina@example.com", "mi***@example.com"],
  ["min@example.com", "m***@example.com"],
  ["a@example.com", "a***@example.com"],
])("shows of the address %s as much as %s", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

it.each([
  ["01012345678", "010-****-5678"],
  ["0212345678", "021-****-5678"],
  ["+821012345678", "+82-****-5678"],
  ["02123456", "****-3456"],
])("shows of the number %s as much as %s", (phoneNumber, shown) => {
  expect(maskPhoneNumber(phoneNumber)).toBe(shown);
  // The server may have masked it already.
  expect(maskPhoneNumber(shown)).toBe(shown);
});
