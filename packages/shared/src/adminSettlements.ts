import { endpoints, forAdmins } from "./endpoint.ts";
import type { adminSettlementsSchemas } from "./schemas/adminSettlements.ts";

/** Payouts as administrators look for them and decide about them. */
export const adminSettlements = endpoints<typeof adminSettlementsSchemas>()({
  list: {
    method: "GET",
    path: "/api/admin/settlements",
    ...forAdmins,
    errors: ["VALIDATION"],
  },
  decide: {
    method: "PUT",
    path: "/api/admin/settlements/:id",
    ...forAdmins,
    errors: [
      "VALIDATION", "PASSWORD_REQUIRED", "NOT_FOUND", "NOT_HOLDABLE", "ALREADY_HELD", "NOT_FAILED", "NOT_RELEASABLE",
      "STANDING_CHANGED",
    ], // oxfmt-ignore
  },
  /** Ends what the seller owes for an order that was given back after its payout. */
  closeClawback: {
    method: "PUT",
    path: "/api/admin/settlements/:id/clawback",
    ...forAdmins,
    errors: [
      "VALIDATION", "PASSWORD_REQUIRED", "NOT_FOUND", "NOT_CLOSABLE", "ALREADY_PROCESSED", "STANDING_CHANGED",
    ], // oxfmt-ignore
  },
});
