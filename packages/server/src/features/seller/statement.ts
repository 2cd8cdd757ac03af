import { addMonths, AppError, maxStatementLines, seoulDayStart, type Statement } from "@knowhow/shared";
import { maskAccountNumber } from "../users/presenter.ts";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";

interface Row extends Pick<Statement, "openingBalance" | "closingBalance" | "totals" | "days" | "lines"> {
  is_future: boolean;
  holder: string;
  bank_name: string | null;
  account_number: string | null;
}

// Each transaction's movement on the seller's account. Only payouts touch `cash`; a claw-back is a refund after one.
const text = /* sql */ `
  with own as (
    select e.transaction_id, min(e.created_at) as created_at, sum(e.credit::bigint - e.debit) as amount
    from ledger_entries e
    where e.seller_id = $1 and e.created_at >= $2::timestamptz and e.created_at < $3::timestamptz
    group by e.transaction_id
  ), moved as materialized (
    select own.*, o.order_number, o.title, to_char(own.created_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
           case when cash.transaction_id is not null then 'payout'
                when own.amount > 0 and own.transaction_id = 'paid:' || o.id then 'sale'
                when own.amount < 0 and exists (select from clawbacks c where c.order_id = o.id and c.voided_at is null)
                  then 'clawback'
                when own.transaction_id = 'clawback:' || o.id then 'closure'
                when own.amount < 0 then 'refund'
                else 'adjustment' end as kind
    from own join ledger_transactions t on t.id = own.transaction_id join orders o on o.id = t.order_id
    left join ledger_entries cash on cash.transaction_id = own.transaction_id and cash.account = 'cash'
    where own.amount <> 0
  ), opening as (
    select coalesce(sum(credit::bigint - debit), 0)::float8 as won
    from ledger_entries where seller_id = $1 and created_at < $2::timestamptz
  )
  select $2::timestamptz > app_now() as is_future, u.bank_name, u.account_number, coalesce(u.account_holder, u.name) as holder,
         opening.won as "openingBalance",
         opening.won + (select coalesce(sum(amount), 0)::float8 from moved) as "closingBalance",
         (select coalesce(json_agg(one), '[]') from
            (select kind, count(*) as count, sum(amount) as amount from moved group by kind) one) as totals,
         (select coalesce(json_agg(one order by day, kind), '[]') from
            (select day, kind, count(*) as count, sum(amount) as amount from moved group by day, kind) one) as days,
         (select coalesce(json_agg(json_build_object('at', ${isoSql("one.created_at")}, 'kind', kind,
              'orderNumber', order_number, 'contentTitle', title, 'amount', amount)
              order by one.created_at, transaction_id), '[]')
          from (select * from moved order by created_at, transaction_id limit $4) one) as lines
  from users u, opening where u.id = $1`;

/** A month of a seller's account, from the ledger, in one query. */
export const readStatement = async (
  { pool, cipher }: Pick<Deps, "pool" | "cipher">,
  sellerId: string,
  month: string,
): Promise<Statement> => {
  const [start, end] = [`${month}-01`, `${addMonths(month, 1)}-01`].map((day) =>
    seoulDayStart(day).toISOString(),
  );
  const { rows } = await pool.query<Row>({
    name: "seller_statement",
    text,
    values: [sellerId, start, end, maxStatementLines],
  });
  const row = rows[0];
  if (!row) throw new Error("no such seller");
  const { is_future: isFuture, bank_name: bankName, account_number: number, ...rest } = row;
  if (isFuture) throw new AppError("VALIDATION", { fields: { month: "아직 오지 않은 달입니다." } });
  return {
    month,
    ...rest,
    bankName,
    accountNumber: number === null ? null : maskAccountNumber(cipher.decrypt(number, sellerId)),
    linesCount: row.totals.reduce((sum, { count }) => sum + count, 0),
  };
};
