import type { OrderStatus } from "@knowhow/shared";
import type { News } from "../../events/emit.ts";
import type { Order } from "./Order.ts";

/** News of an order's state for its buyer alone: sellers hear of their sales, not of charges that became none. */
export const buyerNews = ({ buyerId, orderNumber }: Order, status: OrderStatus): News => ({
  to: [buyerId],
  name: "order",
  data: { orderNumber, status },
});

/** News of an order's state, for its buyer, its seller and the given others. */
export const orderNews = (
  { buyerId, sellerId, orderNumber }: Pick<Order, "buyerId" | "sellerId" | "orderNumber">,
  status: OrderStatus,
  others: readonly string[] = [],
): News => ({ to: [buyerId, sellerId, ...others], name: "order", data: { orderNumber, status } });
