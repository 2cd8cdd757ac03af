import { defineLifecycle } from "../../lifecycle.ts";

/** The states of a settlement: the seller's money of one sale. */
export const settlementLifecycle = defineLifecycle({
  title: "Settlements",
  about:
    "What a seller gets of one sale. A claim is committed before the provider is asked, under a reference that is paid once.",
  initial: "pending",
  states: ["pending", "held", "processing", "completed", "failed", "cancelled"],
  moves: {
    hold: { from: ["pending"], to: "held", when: "something forbids to pay" },
    release: { from: ["held"], to: "pending", when: "nothing forbids it any more" },
    claim: { from: ["pending"], to: "processing", when: "due, and the seller has an account" },
    complete: { from: ["processing"], to: "completed", when: "the provider has paid" },
    putBack: { from: ["processing"], to: "pending", when: "refused for now, or held after the claim" },
    giveUp: { from: ["processing"], to: "failed", when: "refused for good" },
    retry: { from: ["failed"], to: "pending", when: "an administrator has it tried again" },
    cancel: { from: ["pending", "held", "failed"], to: "cancelled", when: "the order is refunded" },
  },
});

/** The moves of a settlement, by their verbs. */
export const settlementMoves = settlementLifecycle.moves;
