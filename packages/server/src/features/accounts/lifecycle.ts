import { defineLifecycle } from "../../lifecycle.ts";

/** The states of a check of a bank account. */
export const verificationLifecycle = defineLifecycle({
  title: "Checks of bank accounts",
  about: "One question to the provider: whether an account belongs to a holder.",
  initial: "pending",
  states: ["pending", "verified", "failed", "expired"],
  moves: {
    verify: { from: ["pending"], to: "verified", when: "the account is the holder's" },
    fail: { from: ["pending"], to: "failed", when: "it is somebody else's, or there is none" },
    expire: { from: ["pending"], to: "expired", when: "no answer in time" },
  },
});

/** The states of a bank account check. */
export type VerificationStatus = (typeof verificationLifecycle)["states"][number];
