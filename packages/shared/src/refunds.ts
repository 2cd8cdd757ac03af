import { endpoints, forAdmins } from "./endpoint.ts";
import type { refundsSchemas } from "./schemas/refunds.ts";

/** What the queue can be narrowed to; `requested` is what waits for a decision. */
export const refundQueueStates = ["requested", "refunding", "refunded", "denied"] as const;
export type RefundQueueState = (typeof refundQueueStates)[number];

const ownRequest = {
  path: "/api/orders/:orderNumber/refund-request",
  access: "member",
  whileSuspended: true,
  whileBanned: false,
} as const;

/** Money back: the buyer's request, the administrators' decision. */
export const refunds = endpoints<typeof refundsSchemas>()({
  request: {
    method: "POST",
    ...ownRequest,
    idempotent: true,
    limit: "refund",
    status: 201,
    errors: ["NOT_FOUND", "NOT_REFUNDABLE"],
  },
  withdraw: {
    method: "DELETE",
    ...ownRequest,
    errors: ["NOT_FOUND", "NOT_REFUNDABLE"],
  },
  /** Waiting requests first, the most urgent in front; the others by their last step, newest first. */
  list: {
    method: "GET",
    path: "/api/admin/refunds",
    ...forAdmins,
    errors: ["VALIDATION"],
  },
  /** One order by its number, with what a refund of it rests on, whether its money was asked back or not. */
  get: {
    method: "GET",
    path: "/api/admin/refunds/:orderNumber",
    ...forAdmins,
    errors: ["NOT_FOUND"],
  },
  decide: {
    method: "PUT",
    path: "/api/admin/refunds/:orderNumber",
    ...forAdmins,
    errors: [
      "VALIDATION", "NOT_FOUND", "NOT_REFUNDABLE", "ALREADY_PROCESSED", "STANDING_CHANGED", "PASSWORD_REQUIRED",
    ], // oxfmt-ignore
  },
  create: {
    method: "POST",
    path: "/api/admin/refunds/:orderNumber",
    ...forAdmins,
    idempotent: true,
    status: 201,
    errors: ["VALIDATION", "NOT_FOUND", "NOT_REFUNDABLE", "PASSWORD_REQUIRED"],
  },
});
