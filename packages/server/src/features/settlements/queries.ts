import type { Settlement } from "@knowhow/shared";
import { maskAccountNumber } from "../users/presenter.ts";
import type { Deps } from "../../deps.ts";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import { heldUntilSql, sellerWideSql } from "./holds.ts";
import { accountSql, dueAtSql, payoutDay } from "./payoutDays.ts";
import { partCancelsSql } from "./partCancels.ts";
import { momentsOf, type DayRange } from "../../database/dayRange.ts";

interface Row {
  id: string;
  sortedAt: string;
  seller_id: string;
  account_number: string | null;
  /** The moment from which it is to be paid; null where none is known. */
  due_at: Date | null;
  settlement: Omit<Settlement, "accountNumber" | "payoutDay">;
}

/** A page's entry with the values of its cursor. */
export interface ListedSettlement {
  at: string;
  id: string;
  settlement: Settlement;
}

const closureSql = /* sql */ `
  (select json_build_object('decision', d.decision, 'at', ${isoSql("d.created_at")}, 'reason', d.reason)
   from settlement_decisions d where d.settlement_id = s.id and d.decision in ('receive', 'writeOff')
   order by d.id desc limit 1)`;

const selectSql = /* sql */ `
  select s.id, ${dueAtSql} as due_at, ${isoSql("s.created_at")} as "sortedAt", s.seller_id, ${accountSql("account_number")} as account_number,
         json_build_object('id', s.id, 'orderNumber', o.order_number, 'contentTitle', o.title, 'amount', s.amount, 'status', s.status,
           'heldReason', s.held_reason, 'heldUntil', ${isoSql(heldUntilSql)}, 'sellerHoldReason', ${sellerWideSql}, 'payableAt', ${isoSql("s.payable_at")}, 'settledAt', ${isoSql("s.settled_at")},
           'bankName', ${accountSql("bank_name")}, 'paidAt', ${isoSql("o.paid_at")}, 'price', o.price,
           'paidAmount', o.amount, 'orderStatus', o.status, 'refundedAt', ${isoSql("o.refunded_at")},
           'clawbackAmount', coalesce(c.amount, 0), 'recoveredAmount', coalesce(c.recovered, 0),
           'closedAmount', coalesce(c.closed, 0),
           'withheldAmount', s.clawback_amount, 'partCancels', ${partCancelsSql},
           'judgedCancelAmount', s.judged_cancel, 'closure', ${closureSql}) as settlement
  from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id
  left join clawbacks c on c.order_id = o.id and c.voided_at is null`;

const statement = {
  name: "settlements",
  text: `${selectSql} where s.seller_id = $1 and (s.created_at, s.id) < ($2::timestamptz, $3::uuid)
    and s.created_at >= $5::timestamptz and s.created_at < $6::timestamptz
    order by s.created_at desc, s.id desc limit $4`,
};

const present = (
  { cipher, config }: Pick<Deps, "cipher" | "config">,
  { account_number, seller_id, due_at, settlement }: Row,
): Settlement => ({
  ...settlement,
  payoutDay: payoutDay({ config }, due_at),
  accountNumber:
    account_number === null ? null : maskAccountNumber(cipher.decrypt(account_number, seller_id)),
});

/** A seller's settlements, newest first, from behind a cursor of time and id. */
export const listSettlements = async (
  { pool, cipher, config }: Pick<Deps, "pool" | "cipher" | "config">,
  { sellerId, cursor, limit, ...range }: DayRange & { sellerId: string; cursor: TimeCursor; limit: number },
): Promise<ListedSettlement[]> => {
  const values = [sellerId, ...behind(cursor), limit, ...momentsOf(range)];
  const { rows } = await pool.query<Row>({ ...statement, values });
  return rows.map((row) => ({ at: row.sortedAt, id: row.id, settlement: present({ cipher, config }, row) }));
};
