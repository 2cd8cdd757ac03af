import type { OrderStatus } from "@knowhow/shared";
import type { News } from "../events/emit.ts";
import type { Order } from "./Order.ts";

/** News of an order's state, for its buyer and its seller. */
export const orderNews = (
  { buyerId, sellerId, orderNumber }: Pick<Order, "buyerId" | "sellerId" | "orderNumber">,
  status: OrderStatus,
): News => ({ to: [buyerId, sellerId], name: "order", data: { orderNumber, status } });
