import { describe, expect, it } from "vitest";
import {
  notRefundable,
  refundRefusal,
  refundStateOf,
  requireRequestable,
  withdrawalRefusal,
  type RefundFacts,
} from "./refundPolicy.ts";

const bought: RefundFacts = {
  status: "paid",
  amount: 10_500,
  isWithinWindow: true,
  isDelivered: false,
  isDenied: false,
  isRefusedByProvider: false,
};

describe("where an order's money stands", () => {
  it.each<[string, Partial<RefundFacts>, ReturnType<typeof refundStateOf>]>([
    ["nothing delivered, within the window", {}, "available"],
    ["delivered, within the window", { isDelivered: true }, "delivered"],
    ["the window is over", { isWithinWindow: false }, "expired"],
    ["delivered, and the window is over", { isDelivered: true, isWithinWindow: false }, "expired"],
    ["asked for", { status: "refund_requested" }, "requested"],
    [
      "asked for, and the window ended meanwhile",
      { status: "refund_requested", isWithinWindow: false },
      "requested",
    ],
    ["on its way", { status: "refunding" }, "refunding"],
    ["given back", { status: "refunded" }, "refunded"],
    ["given back after a denial", { status: "refunded", isDenied: true }, "refunded"],
    ["a charge that was never a purchase, on its way", { status: "refunding" }, "refunding"],
    ["a charge that was never a purchase, given back", { status: "refunded" }, "refunded"],
    ["denied", { isDenied: true }, "denied"],
    ["denied long ago", { isDenied: true, isWithinWindow: false }, "denied"],
    ["approved, and refused by the provider", { isRefusedByProvider: true }, "requested"],
    ["free", { amount: 0 }, undefined],
    ["not paid yet", { status: "pending", isWithinWindow: false }, undefined],
    ["being confirmed", { status: "confirming", isWithinWindow: false }, undefined],
    ["failed", { status: "failed", isWithinWindow: false }, undefined],
    ["expired before it was paid", { status: "expired", isWithinWindow: false }, undefined],
  ])("%s", (_name, facts, state) => {
    expect(refundStateOf({ ...bought, ...facts })).toBe(state);
  });
});

describe("who may ask", () => {
  it.each(["available", "delivered"] as const)("%s: yes", (refundState) => {
    expect(requireRequestable({ refundState, facts: bought })).toBe(refundState);
  });
  it.each([
    ["expired", "7일"],
    ["requested", "이미 환불을 요청"],
    ["refunding", "진행"],
    ["refunded", "이미 환불된"],
    ["denied", "거절"],
  ] as const)("%s: no, with the reason", (refundState, words) => {
    expect(() => requireRequestable({ refundState, facts: bought })).toThrow(words);
  });
  it("names what has no state", () => {
    expect(() => requireRequestable({ facts: { amount: 0 } })).toThrow("무료");
    expect(() => requireRequestable({ facts: { amount: 1 } })).toThrow("결제가 완료된");
  });
  it("answers with the contract's code", () => {
    expect(notRefundable("expired")).toMatchObject({ code: "NOT_REFUNDABLE", status: 409 });
  });
  it("says why nothing is taken back, and why nothing is given back", () => {
    expect(withdrawalRefusal("available")).toBe("notRequested");
    expect(withdrawalRefusal("expired")).toBe("notRequested");
    expect(withdrawalRefusal("denied")).toBe("denied");
    expect(withdrawalRefusal("refunding")).toBe("refunding");
    expect(refundRefusal(undefined)).toBe("unpaid");
    expect(refundRefusal("requested")).toBe("requested");
  });
});
