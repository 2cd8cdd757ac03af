import type { SettlementStatus } from "@knowhow/shared";
import { expect, it } from "vitest";
import { payoutDayOf } from "./payoutDay.ts";

const sums = { amount: 9_500, withheldAmount: 1_900 };

it.each<[status: SettlementStatus, settledAt: string | null, words: string]>([
  ["pending", null, "2026년 11월 28일 이후 입금 예정"],
  ["held", null, "입금일 미정"],
  ["failed", null, "입금일 미정"],
  ["processing", null, "입금하고 있어요"],
  ["completed", "2026-11-29T00:00:00.000Z", "2026년 11월 29일 입금"],
  ["completed", null, "입금 완료"],
  ["cancelled", null, "입금하지 않음"],
])("tells the day of a %s payout, settled at %s", (status, settledAt, words) => {
  expect(payoutDayOf({ ...sums, status, settledAt, payableAt: "2026-11-28T05:06:00.000Z" })).toBe(words);
});

it("tells the provider's working day where the server has told it", () => {
  const payout = {
    ...sums,
    status: "pending",
    settledAt: null,
    payableAt: "2026-12-24T06:30:00.000Z",
  } as const;
  expect(payoutDayOf({ ...payout, payoutDay: "2026-12-28" })).toBe("2026년 12월 28일 이후 입금 예정");
});

it("tells the end of a hold that time ends, and the day after it", () => {
  const payout = { ...sums, status: "held", settledAt: null, payableAt: "2026-11-28T05:06:00.000Z" } as const;
  const heldUntil = "2026-11-28T06:00:00.000Z";
  expect(payoutDayOf({ ...payout, heldUntil, payoutDay: "2026-11-30" })).toBe(
    "2026년 11월 28일 오후 3:00까지 보류 · 2026년 11월 30일 이후 입금 예정",
  );
  expect(payoutDayOf({ ...payout, heldUntil: null, payoutDay: null })).toBe("입금일 미정");
});

it("calls nothing paid of which all was kept back", () => {
  const payout = { status: "completed", payableAt: "2026-11-28T05:06:00.000Z" } as const;
  const netted = { ...payout, amount: 9_500, withheldAmount: 9_500 };
  expect(payoutDayOf({ ...netted, settledAt: "2026-11-29T00:00:00.000Z" })).toBe(
    "2026년 11월 29일 회수로 상계, 입금 없음",
  );
  expect(payoutDayOf({ ...netted, settledAt: null })).toBe("회수로 상계");
});
