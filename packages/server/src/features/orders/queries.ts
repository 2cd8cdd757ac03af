import { AppError, type Purchase } from "@knowhow/shared";
import { ChatRoom } from "../chats/ChatRoom.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { readCursor } from "../../http/paging.ts";
import { Order } from "./Order.ts";
import { presentPurchase } from "./presenter.ts";

/** One order of this buyer; others' orders are not found. */
export const findOwnOrder = async (buyerId: string, orderNumber: string, trx?: Trx): Promise<Order> => {
  const order = await Order.query(trx).findOne({ buyer_id: buyerId, order_number: orderNumber });
  if (!order) throw new AppError("NOT_FOUND", { message: "주문 정보를 찾을 수 없습니다." });
  return order;
};

/** This buyer's purchases and returned charges, newest first; one more than `limit`, to see if there is a next page. */
export const listReceipts = async (
  buyerId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Order[]> => {
  const after = readCursor(cursor, 2);
  const query = Order.query()
    .where("buyer_id", buyerId)
    .whereRaw("(paid_at is not null or status in ('refunding', 'refunded'))")
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit + 1);
  if (after) void query.whereRaw("(created_at, id) < (?::timestamptz, ?::uuid)", after);
  return query;
};

/** The answer for an order that was paid, at any time. */
export const purchaseOf = async (order: Order): Promise<Purchase> => {
  const room = await ChatRoom.query().findOne({ order_id: order.id }).throwIfNotFound();
  return presentPurchase(order, room.id);
};
