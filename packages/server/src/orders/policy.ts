import type { OrderStatus } from "@knowhow/shared";

/** States in which a buyer has the content; `refunding` only after having been paid. */
const owningStatuses: readonly OrderStatus[] = ["paid", "refund_requested"];

/** Tells whether an order gives its buyer the content. */
export const givesAccess = (order: { status: OrderStatus; paidAt: Date | null }): boolean =>
  owningStatuses.includes(order.status) || (order.status === "refunding" && order.paidAt !== null);

/** The same rule in SQL, for an order table or alias. */
export const givesAccessSql = (alias: string): string =>
  `(${alias}.status in ('paid', 'refund_requested') or (${alias}.status = 'refunding' and ${alias}.paid_at is not null))`;
