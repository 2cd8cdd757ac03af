import { endpoints } from "./endpoint.ts";
import type { ordersSchemas } from "./schemas/orders.ts";

/** The states of an order. Allowed moves stand in the database, in one table, and nowhere else. */
export const orderStatuses = [
  "pending", "confirming", "paid", "failed", "expired", "refund_requested", "refunding", "refunded",
] as const; // oxfmt-ignore
export type OrderStatus = (typeof orderStatuses)[number];

const selling = { access: "member", whileSuspended: false, whileBanned: false } as const;

/** Orders and payments. */
export const orders = endpoints<typeof ordersSchemas>()({
  create: {
    method: "POST",
    path: "/api/orders",
    ...selling,
    idempotent: true,
    limit: "order",
    status: 201,
    errors: [
      "AMOUNT_MISMATCH", "OWN_CONTENT", "NOT_FOUND", "ALREADY_PURCHASED", "NOT_ON_SALE", "EDIT_CONFLICT",
    ], // oxfmt-ignore
  },
  list: {
    method: "GET",
    path: "/api/orders",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["VALIDATION"],
  },
  get: {
    method: "GET",
    path: "/api/orders/:orderNumber",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["NOT_FOUND"],
  },
  completeFree: {
    method: "POST",
    path: "/api/orders/complete-free",
    ...selling,
    limit: "confirm",
    changesContents: true,
    errors: ["NOT_FREE", "NOT_FOUND", "ALREADY_PURCHASED", "NOT_ON_SALE", "ORDER_EXPIRED", "ORDER_FAILED"],
  },
  confirm: {
    method: "POST",
    path: "/api/payments/confirm",
    ...selling,
    limit: "confirm",
    changesContents: true,
    errors: [
      "AMOUNT_MISMATCH", "VALIDATION", "PAYMENT_REFUSED", "NOT_FOUND", "ALREADY_PURCHASED", "NOT_ON_SALE",
      "ORDER_EXPIRED", "ORDER_FAILED", "PAYMENT_PENDING", "PROVIDER_ERROR",
    ], // oxfmt-ignore
  },
  webhook: {
    method: "POST",
    path: "/api/payments/webhook",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    crossSite: true,
    limit: "webhook",
    errors: [],
  },
});
