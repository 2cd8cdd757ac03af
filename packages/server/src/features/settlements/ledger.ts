import type { Trx } from "../../database/BaseModel.ts";

interface Entry {
  account: "provider" | "platform" | "seller" | "cash" | "transfer";
  sellerId?: string;
  debit?: number;
  credit?: number;
}

/** Books one balanced transaction; its id is unique, so the same fact can not be booked twice. */
export const book = async (trx: Trx, id: string, orderId: string, entries: Entry[]): Promise<void> => {
  await trx("ledger_transactions").insert({ id, order_id: orderId });
  for (const { account, sellerId, debit = 0, credit = 0 } of entries) {
    if (debit === 0 && credit === 0) continue;
    await trx("ledger_entries").insert({
      transaction_id: id,
      account,
      seller_id: sellerId ?? null,
      debit,
      credit,
    });
  }
};
