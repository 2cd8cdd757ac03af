import { AppError, type Purchase } from "@knowhow/shared";
import type { QueryBuilder } from "objection";
import { ChatRoom } from "../chats/ChatRoom.ts";
import { readCursor } from "../http/paging.ts";
import { Order } from "./Order.ts";
import { presentPurchase, type OrderWithContent } from "./presenter.ts";

const withContent = (): QueryBuilder<Order, OrderWithContent[]> =>
  Order.query()
    .join("contents", "contents.id", "orders.content_id")
    .join("users as seller", "seller.id", "orders.seller_id")
    .select("orders.*", "contents.category", "seller.nickname as mentor_nickname")
    .castTo<OrderWithContent[]>();

/** One order of this buyer; other people's are not found. */
export const findOwnOrder = async (buyerId: string, orderNumber: string): Promise<OrderWithContent> => {
  const [order] = await withContent().where({
    "orders.buyer_id": buyerId,
    "orders.order_number": orderNumber,
  });
  if (!order) throw new AppError("NOT_FOUND", { message: "주문 정보를 찾을 수 없습니다." });
  return order;
};

/** What this buyer paid for, or was charged for and gets back, newest first; one more than `limit`, to see whether there is a next page. */
export const listReceipts = async (
  buyerId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<OrderWithContent[]> => {
  const after = readCursor(cursor, 2);
  const query = withContent()
    .where("orders.buyer_id", buyerId)
    .whereRaw("(orders.paid_at is not null or orders.status in ('refunding', 'refunded'))")
    .orderBy([
      { column: "orders.created_at", order: "desc" },
      { column: "orders.id", order: "desc" },
    ])
    .limit(limit + 1);
  if (after) void query.whereRaw("(orders.created_at, orders.id) < (?::timestamptz, ?::uuid)", after);
  return query;
};

/** The answer for an order that was paid, whenever it is asked for. */
export const purchaseOf = async (order: OrderWithContent): Promise<Purchase> => {
  const room = await ChatRoom.query().findOne({ order_id: order.id }).throwIfNotFound();
  return presentPurchase(order, room.id);
};
