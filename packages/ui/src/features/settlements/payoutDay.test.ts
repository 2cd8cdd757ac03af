import type { SettlementStatus } from "@knowhow/shared";
import { expect, it } from "vitest";
import { payoutDayOf } from "./payoutDay.ts";

it.each<[status: SettlementStatus, settledAt: string | null, words: string]>([
  ["pending", null, "2026년 11월 28일 이후 입금 예정"],
  ["held", null, "입금일 미정"],
  ["failed", null, "입금일 미정"],
  ["processing", null, "입금하고 있어요"],
  ["completed", "2026-11-29T00:00:00.000Z", "2026년 11월 29일 입금"],
  ["completed", null, "입금 완료"],
  ["cancelled", null, "입금하지 않음"],
])("tells the day of a %s payout, settled at %s", (status, settledAt, words) => {
  expect(payoutDayOf({ status, settledAt, payableAt: "2026-11-28T05:06:00.000Z" })).toBe(words);
});

it("tells the provider's working day where the server has told it", () => {
  const payout = { status: "pending", settledAt: null, payableAt: "2026-12-24T06:30:00.000Z" } as const;
  expect(payoutDayOf({ ...payout, payoutDay: "2026-12-28" })).toBe("2026년 12월 28일 이후 입금 예정");
});

it("tells the end of a hold that time ends, and the day after it", () => {
  const payout = { status: "held", settledAt: null, payableAt: "2026-11-28T05:06:00.000Z" } as const;
  const heldUntil = "2026-11-28T06:00:00.000Z";
  expect(payoutDayOf({ ...payout, heldUntil, payoutDay: "2026-11-30" })).toBe(
    "2026년 11월 28일 오후 3:00까지 보류 · 2026년 11월 30일 이후 입금 예정",
  );
  expect(payoutDayOf({ ...payout, heldUntil: null, payoutDay: null })).toBe("입금일 미정");
});
