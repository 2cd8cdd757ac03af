import type { Trx } from "../../database/BaseModel.ts";
import { resolveAlert } from "../alerts/alerts.ts";
import { isRefundOpenSql } from "./holds.ts";

/**
 * Closes the call for a refund that the provider refused where nothing is left to decide: its request has ended, and its
 * settlement was paid, so that no release will close it. The caller holds the settlement's lock.
 */
export const closeRefusal = async (trx: Trx, orderId: string): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { order_number: string }[] }>(
    `select o.order_number from settlements s join orders o on o.id = s.order_id
     where o.id = ? and s.status = 'completed' and not ${isRefundOpenSql}`,
    [orderId],
  );
  for (const { order_number: orderNumber } of rows)
    await resolveAlert(
      { knex: trx },
      "REFUND_REFUSED",
      orderNumber,
      "정산이 이미 입금되어 자동으로 확인했어요.",
    );
};
