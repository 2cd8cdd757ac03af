import { defineLifecycle } from "../../lifecycle.ts";

/** The states of a report. */
export const reportLifecycle = defineLifecycle({
  title: "Reports",
  about: "What somebody told the administrators about a content, a comment or a person.",
  initial: "pending",
  states: ["pending", "reviewed", "resolved", "dismissed"],
  moves: {
    review: { from: ["pending"], to: "reviewed", when: "an administrator looks into it" },
    resolve: { from: ["pending", "reviewed"], to: "resolved", when: "decided for the reporter" },
    dismiss: { from: ["pending", "reviewed"], to: "dismissed", when: "nothing in it" },
    reopen: { from: ["resolved", "dismissed"], to: "reviewed", when: "taken up again, with a reason" },
  },
});

/** The moves of a report, by their verbs. */
export const reportMoves = reportLifecycle.moves;
