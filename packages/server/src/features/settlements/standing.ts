import type { Trx } from "../../database/BaseModel.ts";
import { heldApartSql } from "./holds.ts";
import type { Settlement } from "./Settlement.ts";

/**
 * The state of an order's settlement for its seller: it waits, is held for a reason other than a refund of that order,
 * is being paid, or was paid. A cancelled settlement keeps its state before that.
 */
export type SettlementStanding = "waiting" | "held" | "underWay" | "paid";

/** The standing of an order's settlement, as the caller's transaction leaves it. */
export const readStanding = async (trx: Trx, orderId: string): Promise<SettlementStanding> => {
  const { rows } = await trx.raw<{ rows: { status: Settlement["status"]; held: boolean }[] }>(
    `select s.status, ${heldApartSql} as held
     from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id where s.order_id = ?`,
    [orderId],
  );
  const [settlement] = rows;
  if (settlement?.status === "completed") return "paid";
  if (settlement?.status === "processing") return "underWay";
  return settlement?.held ? "held" : "waiting";
};
