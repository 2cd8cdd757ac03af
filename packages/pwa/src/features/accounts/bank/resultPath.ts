import type { PagePath } from "@knowhow/shared";

const pages = {
  verified: "/account-verify-success",
  failed: "/account-verify-fail",
} as const satisfies Record<string, PagePath>;

/** The page about one account check. */
export const resultPath = (isValid: boolean, orderId: string): string =>
  `${pages[isValid ? "verified" : "failed"]}?orderId=${encodeURIComponent(orderId)}`;
