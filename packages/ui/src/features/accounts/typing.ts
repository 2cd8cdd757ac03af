/** Most characters that a phone number may have. */
const maxPhone = 20;

/** Keeps the characters of a phone number: digits and +, at most 20. */
export const phoneCharacters = (typed: string): string => typed.replace(/[^0-9+]/g, "").slice(0, maxPhone);

/** Takes every space out. */
export const withoutSpaces = (typed: string): string => typed.replace(/\s/gu, "");

/** Keeps the digits of an account number, at most 30. */
export const accountDigits = (typed: string): string => typed.replace(/[^0-9]/g, "").slice(0, 30);
