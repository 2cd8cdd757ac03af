/**
 * Where the money of an order stands for its buyer: `available` nothing delivered, within the window; `delivered` within
 * the window, an administrator decides; `expired` the window is over; the others name what came of a request. Free
 * orders have none.
 */
export const refundStates = [
  "available", "delivered", "expired", "requested", "refunding", "refunded", "denied",
] as const; // oxfmt-ignore
export type RefundState = (typeof refundStates)[number];

/** What counts as delivered, the first time of each: a file kept or read, an external link, the summary of the helper. */
export const deliveryKinds = ["download", "read", "link", "summary"] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
