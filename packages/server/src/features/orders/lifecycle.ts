import { defineLifecycle } from "../../lifecycle.ts";

/** The states of an order: from the first click to the refund. */
export const orderLifecycle = defineLifecycle({
  title: "Orders",
  about:
    "One person's purchase of one content. The provider's word about the payment decides, never how a call ended.",
  initial: "pending",
  states: ["pending", "confirming", "paid", "failed", "expired", "refund_requested", "refunding", "refunded"],
  moves: {
    claim: { from: ["pending"], to: "confirming", when: "the buyer confirms the payment" },
    complete: { from: ["pending", "confirming"], to: "paid", when: "charged, or free" },
    fail: { from: ["confirming"], to: "failed", when: "the provider charges nothing" },
    expire: { from: ["pending"], to: "expired", when: "its time is over, or another one is paid" },
    returnCharge: {
      from: ["pending", "confirming"],
      to: "refunding",
      when: "charged, and no longer for sale",
    },
    requestRefund: { from: ["paid"], to: "refund_requested", when: "the buyer or an administrator asks" },
    keepSale: { from: ["refund_requested"], to: "paid", when: "withdrawn or denied" },
    beginRefund: { from: ["refund_requested"], to: "refunding", when: "approved, or by rule" },
    refuseRefund: { from: ["refunding"], to: "paid", when: "the provider refuses" },
    completeRefund: { from: ["refunding"], to: "refunded", when: "the money is back" },
  },
});

/** The moves of an order, by their verbs. */
export const orderMoves = orderLifecycle.moves;

/** One of the moves of an order. */
export type OrderMove = (typeof orderMoves)[keyof typeof orderMoves];
