import type { Knex } from "knex";

/** A charge that was made without the stand-in's window; amount in won. */
export interface AdoptedCharge {
  orderId: string;
  orderName: string;
  paymentKey: string;
  amount: number;
  approvedAt: Date;
}

/** Makes charges of the past known to the stand-in, as if they had been made through it, in the caller's transaction. */
export const adoptCharges = async (
  trx: Knex.Transaction,
  charges: readonly AdoptedCharge[],
): Promise<void> => {
  const shape = `"orderId" text, "orderName" text, "paymentKey" text, amount int, "approvedAt" timestamptz`;
  const rows = JSON.stringify(charges);
  await trx.raw(
    `insert into standin_toss.payments (session_id, payment_key, order_id, order_name, amount, balance_amount, status,
       success_url, fail_url, origin, requested_at, authenticated_at, approved_at, card, last_transaction_key)
     select "paymentKey", "paymentKey", "orderId", "orderName", amount, amount, 'DONE', '', '', '', "approvedAt",
       "approvedAt", "approvedAt", jsonb_build_object('issuerCode', '41', 'number', '94107500****101*',
         'installmentPlanMonths', 0, 'approveNo', '00000000'), upper(md5("paymentKey"))
     from json_to_recordset(?::json) as r(${shape}) order by "approvedAt"`,
    [rows],
  );
  await trx.raw(
    `insert into standin_toss.charge_log (at, event, order_id, payment_key, amount, transaction_key)
     select "approvedAt", 'DONE', "orderId", "paymentKey", amount, upper(md5("paymentKey"))
     from json_to_recordset(?::json) as r(${shape}) order by "approvedAt"`,
    [rows],
  );
};
