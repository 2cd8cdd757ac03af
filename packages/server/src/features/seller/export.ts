import { Readable } from "node:stream";
import { isNetted, settlementLabel, type SettlementStatus } from "@knowhow/shared";
import { stringify } from "csv-stringify";
import { accountSql, dueAtSql, payoutDay } from "../settlements/payoutDays.ts";
import { maskAccountNumber } from "../users/presenter.ts";
import type { Deps } from "../../deps.ts";
import { momentsOf, type DayRange } from "../../database/dayRange.ts";

const perRead = 500;

interface Row {
  id: string;
  created_at: string;
  order_number: string;
  title: string;
  paid_on: string;
  refunded_on: string | null;
  price: number;
  amount: number;
  seller_amount: number;
  returned: number;
  closed: number;
  paid_out: number;
  withheld: number;
  status: SettlementStatus;
  held_reason: string | null;
  /** Null where no day is promised, or it is known from the due moment. */
  payable_on: string | null;
  due_at: Date | null;
  settled_on: string | null;
  bank_name: string | null;
  account_number: string | null;
}

const dateSql = (column: string): string => `to_char(${column} at time zone 'Asia/Seoul', 'YYYY-MM-DD')`;

// Only payouts touch the account `cash`; all other debits of the seller, now or later, were given back to a buyer.
const statement = {
  name: "settlements_export",
  text: /* sql */ `
    select s.id, s.created_at::text, o.order_number, o.title, ${dateSql("o.paid_at")} as paid_on, ${dateSql("o.refunded_at")} as refunded_on, o.price, o.amount,
           s.amount as seller_amount, moved.returned, moved.closed, moved.paid_out,
           case when s.status = 'completed' then s.clawback_amount else 0 end as withheld, s.status, s.held_reason,
           case when s.status in ('processing', 'completed') then ${dateSql("s.payable_at")} end as payable_on, ${dueAtSql} as due_at, ${dateSql("s.settled_at")} as settled_on,
           ${accountSql("bank_name")} as bank_name, ${accountSql("account_number")} as account_number
    from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id,
         lateral (
           select coalesce(sum(e.debit - e.credit) filter (where cash.transaction_id is null
                    and t.id not in ('paid:' || o.id, 'clawback:' || o.id)), 0)::int as returned,
                  coalesce(sum(e.credit - e.debit) filter (where t.id = 'clawback:' || o.id), 0)::int as closed,
                  coalesce(sum(e.debit - e.credit) filter (where cash.transaction_id is not null), 0)::int as paid_out
           from ledger_transactions t
           join ledger_entries e on e.transaction_id = t.id and e.seller_id = s.seller_id
           left join ledger_entries cash on cash.transaction_id = t.id and cash.account = 'cash'
           where t.order_id = o.id
         ) moved
    where s.seller_id = $1 and s.created_at >= $2::timestamptz and s.created_at < $3::timestamptz
      and (s.created_at, s.id) > ($4::timestamptz, $5::uuid)
    order by s.created_at, s.id limit ${perRead}`,
};

const columns = [
  "주문번호", "콘텐츠", "결제일", "판매가", "구매자 결제액", "수수료", "정산 금액", "환불일", "환불 차감(내 몫)", "회수 종료", "받을 금액", "회수 상계", "입금액",
  "상태", "보류 사유", "입금 예정일", "입금일", "은행", "계좌번호",
]; // oxfmt-ignore

type Cell = string | number | null;

const cellsOf = (deps: Pick<Deps, "config">, row: Row, accountNumber: string | null): Cell[] => {
  const settlement = { status: row.status, amount: row.seller_amount, withheldAmount: row.withheld };
  // No money went to any account.
  const isSent = !isNetted(settlement);
  return [
    row.order_number,
    row.title,
    row.paid_on,
    row.price,
    row.amount,
    row.amount - row.seller_amount,
    row.seller_amount,
    row.refunded_on,
    -row.returned,
    row.closed,
    row.seller_amount - row.returned + row.closed,
    -row.withheld,
    row.paid_out,
    settlementLabel(settlement),
    row.held_reason,
    payoutDay(deps, row.due_at) ?? (isSent ? row.payable_on : null),
    isSent ? row.settled_on : null,
    isSent ? row.bank_name : null,
    isSent ? accountNumber : null,
  ];
};

/** The lines, read a few hundred at a time at the reader's pace. */
async function* readLines(
  { pool, cipher, config }: Pick<Deps, "pool" | "cipher" | "config">,
  sellerId: string,
  range: DayRange,
): AsyncGenerator<Cell[]> {
  let place = ["-infinity", "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    const { rows } = await pool.query<Row>({
      ...statement,
      values: [sellerId, ...momentsOf(range), ...place],
    });
    for (const row of rows) {
      const { account_number: number } = row;
      yield cellsOf(
        { config },
        row,
        number === null ? null : maskAccountNumber(cipher.decrypt(number, sellerId)),
      );
    }
    const last = rows.at(-1);
    if (rows.length < perRead || !last) return;
    place = [last.created_at, last.id];
  }
}

/**
 * A seller's settlements as a table for Excel, the oldest first: UTF-8 with its mark, RFC 4180. A text that a
 * spreadsheet would take for a formula begins with an apostrophe; amounts stay numbers.
 */
export const exportSettlements = (
  deps: Pick<Deps, "pool" | "cipher" | "config">,
  sellerId: string,
  range: DayRange,
): Readable => {
  const table = stringify({
    bom: true,
    columns,
    header: true,
    record_delimiter: "windows",
    // By default only the table's own kind of line end is quoted.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { number: (value) => ({ value: String(value), escape_formulas: false }) },
  });
  const lines = Readable.from(readLines(deps, sellerId, range));
  lines.on("error", (error) => table.destroy(error));
  table.on("close", () => lines.destroy());
  return lines.pipe(table);
};
