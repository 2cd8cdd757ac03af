import type { Trx } from "../../database/BaseModel.ts";
import type { OrderMove } from "./lifecycle.ts";
import { Order } from "./Order.ts";

/** Takes a locked order along a move; fails when the move does not start from its state. */
export const moveOrder = async (
  trx: Trx,
  orderId: string,
  { from, to }: OrderMove,
  also: Partial<Order> = {},
): Promise<void> => {
  const moved = await Order.query(trx)
    .findById(orderId)
    .whereIn("status", [...from])
    .patch({ ...also, status: to });
  if (moved !== 1) throw new Error(`the order is in no state that leads to ${to}`);
};
