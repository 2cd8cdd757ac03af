import type { RefundState } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { refundStatusOf, type ShownRefundFacts } from "./refundStatus.ts";

const until = "2026-11-30T05:06:00.000Z";
const refund = {
  requestedAt: "2026-11-23T01:00:00.000Z",
  dueAt: null,
  reason: "필요 없어졌어요",
  decision: null,
  decisionReason: null,
  decidedAt: null,
  completedAt: null,
} as const;
const at = (time: string, facts: Partial<ShownRefundFacts>) =>
  refundStatusOf({ refundableUntil: null, ...facts }, new Date(time));
const card = "카드 결제는 환불한 날부터 3~5일 안에 취소가 반영돼요.";

describe("how a refund stands", () => {
  it.each<[state: RefundState, facts: Partial<ShownRefundFacts>, now: string, text: string, can: string]>([
    [
      "available",
      { refundState: "available", refundableUntil: until },
      "2026-11-23T03:00:00Z",
      "아직 열지 않아 11월 30일 오후 2:06까지 전액 환불할 수 있어요.",
      "request",
    ],
    // In Korea it is the first of December already.
    [
      "available",
      { refundState: "available", refundableUntil: "2026-11-30T15:30:00.000Z" },
      "2026-11-30T15:29:00Z",
      "아직 열지 않아 12월 1일 오전 12:30까지 전액 환불할 수 있어요.",
      "request",
    ],
    [
      "delivered",
      { refundState: "delivered", refundableUntil: until },
      "2026-11-23T03:00:00Z",
      "콘텐츠를 열어서 환불은 관리자가 확인한 뒤 결정해요. 11월 30일 오후 2:06까지 요청할 수 있어요.",
      "request",
    ],
    [
      "expired",
      { refundState: "expired", refundableUntil: until },
      "2026-12-01T03:00:00Z",
      "결제한 지 7일이 지나 환불을 요청할 수 없어요.",
      "nothing",
    ],
    // The server says whether the window is over, whatever the time is here.
    [
      "available",
      { refundState: "available", refundableUntil: until },
      "2026-11-30T05:06:00.001Z",
      "아직 열지 않아 11월 30일 오후 2:06까지 전액 환불할 수 있어요.",
      "request",
    ],
    [
      "delivered",
      { refundState: "delivered", refundableUntil: until },
      "2026-12-03T00:00:00Z",
      "콘텐츠를 열어서 환불은 관리자가 확인한 뒤 결정해요. 11월 30일 오후 2:06까지 요청할 수 있어요.",
      "request",
    ],
    [
      "requested",
      { refundState: "requested", refundableUntil: until, refund },
      "2026-11-23T03:00:00Z",
      "환불을 요청했어요. 곧 처리해요.",
      "withdraw",
    ],
    // The end of a day in Korea, as its last moment and as the first moment after it.
    [
      "requested",
      { refundState: "requested", refund: { ...refund, dueAt: "2026-11-26T14:59:59.999Z" } },
      "2026-11-23T03:00:00Z",
      "환불을 요청했어요. 관리자가 11월 26일까지 확인하고 결정해요.",
      "withdraw",
    ],
    [
      "requested",
      { refundState: "requested", refund: { ...refund, dueAt: "2026-11-26T15:00:00.000Z" } },
      "2026-11-23T03:00:00Z",
      "환불을 요청했어요. 관리자가 11월 26일까지 확인하고 결정해요.",
      "withdraw",
    ],
    [
      "requested",
      { refundState: "requested", refund: { ...refund, dueAt: "2026-11-26T15:00:00.000Z" } },
      "2026-11-27T03:00:00Z",
      "환불을 요청했어요. 약속한 날(11월 26일)이 지나 먼저 확인하고 있어요.",
      "withdraw",
    ],
    // The end of the window does not affect a request made within it.
    [
      "requested",
      { refundState: "requested", refundableUntil: until, refund },
      "2026-12-24T00:00:00Z",
      "환불을 요청했어요. 곧 처리해요.",
      "withdraw",
    ],
    // The provider refused an approved refund: its money may be on its way by bank transfer.
    [
      "requested",
      { refundState: "requested", refund: { ...refund, decision: "approve" } },
      "2026-11-23T03:00:00Z",
      "결제를 자동으로 취소하지 못해 관리자가 확인하고 있어요. 결정될 때까지 콘텐츠를 열 수 없어요.",
      "nothing",
    ],
    // The same for a refund that an administrator began.
    [
      "requested",
      { refundState: "requested", refund: { ...refund, reason: null, decision: "approve" } },
      "2026-11-23T03:00:00Z",
      "결제를 자동으로 취소하지 못해 관리자가 확인하고 있어요. 결정될 때까지 콘텐츠를 열 수 없어요.",
      "nothing",
    ],
    [
      "refunding",
      { refundState: "refunding", refund: { ...refund, decision: "approve" } },
      "2026-11-23T03:00:00Z",
      `환불을 진행하고 있어요. ${card}`,
      "nothing",
    ],
    [
      "refunding",
      {
        refundState: "refunding",
        refund: { ...refund, reason: null, decision: "approve", decisionReason: "열리지 않는 파일" },
      },
      "2026-11-23T03:00:00Z",
      `환불을 진행하고 있어요. ${card} 이유: 열리지 않는 파일`,
      "nothing",
    ],
    [
      "refunded",
      { refundState: "refunded", refund: { ...refund, completedAt: "2026-11-24T16:00:00.000Z" } },
      "2026-11-26T03:00:00Z",
      `2026년 11월 25일에 전액 환불했어요. ${card}`,
      "nothing",
    ],
    [
      "refunded",
      { refundState: "refunded", refund: { ...refund, completedAt: "2026-11-24T16:00:00.000Z" } },
      "2027-01-26T03:00:00Z",
      "2026년 11월 25일에 전액 환불했어요.",
      "nothing",
    ],
    [
      "refunded",
      {
        refundState: "refunded",
        refund: { ...refund, completedAt: "2026-11-24T16:00:00.000Z", isTransferred: true },
      },
      "2026-11-26T03:00:00Z",
      "2026년 11월 25일에 전액 계좌 이체로 환불했어요.",
      "nothing",
    ],
    ["refunded", { refundState: "refunded" }, "2026-11-26T03:00:00Z", "전액 환불했어요.", "nothing"],
    [
      "denied",
      {
        refundState: "denied",
        refundableUntil: until,
        refund: { ...refund, decision: "deny", decisionReason: "모두 다운로드하셨습니다." },
      },
      "2026-11-24T03:00:00Z",
      "관리자가 환불 요청을 거절했어요. 이유: 모두 다운로드하셨습니다.",
      "nothing",
    ],
  ])("%s", (state, facts, now, text, can) => {
    expect(at(now, facts)).toEqual({
      state,
      text,
      canRequest: can === "request",
      canWithdraw: can === "withdraw",
    });
  });

  it("is nothing to speak of where nothing was paid", () => {
    expect(at("2026-11-23T03:00:00Z", {})).toBeUndefined();
  });

  it("calls what remains after a part cancel that, and the whole of a bystander whole", () => {
    const partCancels = [
      { amount: 5_000, at: "2026-11-22T05:06:00.000Z", reason: null },
      { amount: 1_000, at: "2026-11-23T05:06:00.000Z", reason: "상점 관리자" },
    ];
    const texts = (facts: Partial<ShownRefundFacts>) =>
      [partCancels, []].map((parts) => at("2027-01-23T03:00:00Z", { ...facts, partCancels: parts })?.text);
    expect(texts({ refundState: "available" })).toEqual([
      "아직 열지 않아 남은 금액을 모두 환불할 수 있어요. 결제사에서 6,000원을 이미 취소했어요.",
      "아직 열지 않아 전액 환불할 수 있어요.",
    ]);
    expect(
      texts({ refundState: "refunded", refund: { ...refund, completedAt: "2026-11-24T01:00:00.000Z" } }),
    ).toEqual(["2026년 11월 24일에 남은 금액을 모두 환불했어요.", "2026년 11월 24일에 전액 환불했어요."]);
  });
});
