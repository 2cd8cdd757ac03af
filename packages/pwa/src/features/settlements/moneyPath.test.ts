import type { Settlement } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { moneyPathOf } from "./moneyPath.ts";

const held: Settlement = {
  id: "01900000-0000-7000-8000-0000000000d1",
  orderNumber: "KH20261121-000000000001",
  contentTitle: "여행 영어",
  amount: 9_500,
  status: "held",
  heldReason: "서비스 이용 정지 기간에는 정산이 보류됩니다.",
  payableAt: "2026-11-28T05:06:00.000Z",
  settledAt: null,
  bankName: "KB국민은행",
  accountNumber: "*******8900",
  paidAt: "2026-11-21T05:06:00.000Z",
  price: 10_000,
  paidAmount: 10_500,
  orderStatus: "paid",
  refundedAt: null,
  clawbackAmount: 0,
  recoveredAmount: 0,
  closedAmount: 0,
  withheldAmount: 0,
  partCancels: [
    { amount: 5_000, at: "2026-11-22T05:06:00.000Z", reason: "상점 관리자" },
    { amount: 1_000, at: "2026-11-23T05:06:00.000Z", reason: null },
  ],
};
const bystander: Settlement = { ...held, partCancels: [] };

describe("the way of the money after a part cancel", () => {
  it("gives back no more than what was paid", () => {
    const given = (settlement: Settlement) =>
      moneyPathOf({ ...settlement, status: "cancelled", orderStatus: "refunded", refundedAt: held.payableAt })
        .filter(({ label }) => label === "결제사의 일부 취소" || label === "구매자에게 환불")
        .map(({ amount }) => amount);
    expect(given(held)).toEqual([-5_000, -1_000, -4_500]);
    expect(given(bystander)).toEqual([-10_500]);
  });

  it.each([
    ["a part that no administrator has judged", { judgedCancelAmount: 0 }, [true, true]],
    ["a part after one that was judged", { judgedCancelAmount: 5_000 }, [false, true]],
    ["another reason, after both were judged", { judgedCancelAmount: 6_000 }, [false, false]],
    ["something, in an answer kept from before", {}, [false, false]],
    [
      "the refund that is under way",
      { judgedCancelAmount: 0, orderStatus: "refunding" as const },
      [false, false],
    ],
    ["nothing any more", { judgedCancelAmount: 0, status: "pending" as const }, [false, false]],
  ])("promises a judgement of the share where the payout is held by %s", async (_, given, promised) => {
    expect(moneyPathOf({ ...bystander, ...given }).some(({ note }) => note?.includes("내 몫은"))).toBe(false);
    const parts = moneyPathOf({ ...held, ...given }).filter(({ label }) => label === "결제사의 일부 취소");
    expect(parts.map(({ note }) => note?.includes("내 몫은 관리자가 확인하고 결정해요."))).toEqual(promised);
  });
});

describe("the last step of money that waits", () => {
  it("gives every reason: of its own order, and of all that the seller waits for", () => {
    const sellerHoldReason = "관리자가 판매자의 정산을 보류했습니다.";
    const last = (settlement: Settlement) => moneyPathOf(settlement).at(-1)?.note;
    expect(last({ ...bystander, sellerHoldReason })).toBe(`${bystander.heldReason} ${sellerHoldReason}`);
    expect(last({ ...bystander, sellerHoldReason: bystander.heldReason })).toBe(bystander.heldReason);
    const pending = { ...bystander, status: "pending" as const, heldReason: null };
    expect(last({ ...pending, sellerHoldReason })).toContain(sellerHoldReason);
    expect(last(pending)).not.toContain("보류");
  });
});
