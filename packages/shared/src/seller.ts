import { endpoints, forMembers } from "./endpoint.ts";
import type { sellerSchemas } from "./schemas/seller.ts";

/** What sales are added up by. */
export const salesGroups = ["day", "month", "content"] as const;
export type SalesGroup = (typeof salesGroups)[number];

/** What moves a seller's money in the ledger. */
export const movementKinds = ["sale", "refund", "clawback", "closure", "payout", "adjustment"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** So many lines of a month are listed in its statement; its sums are always those of all. */
export const maxStatementLines = 1_000;

/** What a seller's sales bring: figures, where the money is, and papers about it. */
export const seller = endpoints<typeof sellerSchemas>()({
  /** The latest first; contents by what they brought. */
  listSales: {
    method: "GET",
    path: "/api/seller/sales",
    ...forMembers,
    errors: ["VALIDATION"],
  },
  getBalance: {
    method: "GET",
    path: "/api/seller/balance",
    ...forMembers,
    errors: [],
  },
  getStatement: {
    method: "GET",
    path: "/api/seller/statement",
    ...forMembers,
    errors: ["VALIDATION"],
  },
  /** One line for each settlement, with all that the ledger says of its order. */
  exportSettlements: {
    method: "GET",
    path: "/api/seller/settlements.csv",
    ...forMembers,
    kind: "stream",
    errors: ["VALIDATION"],
  },
});
