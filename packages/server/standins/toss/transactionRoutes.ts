import type Router from "@koa/router";
import { standinError } from "./errors.ts";
import { merchantId, receiptUrl } from "./paymentObject.ts";
import { type RestCall, restRoute } from "./restCall.ts";
import type { Standin } from "./standin.ts";
import { koreanTime } from "./times.ts";

const defaultLimit = 100;
const largestLimit = 5_000;

interface TransactionRow {
  id: number;
  transactionKey: string;
  at: Date;
  event: string;
  amount: number;
  paymentKey: string;
  orderId: string;
  method: "CARD" | "EASY_PAY";
  origin: string;
}

/** A time as the call has it, in Korean time without an offset, to the second or the millisecond. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/;

function readTime(text: string | null): Date {
  const time = timePattern.test(text ?? "") ? new Date(`${text}+09:00`) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw standinError("INVALID_REQUEST");
  return time;
}

/** The end of a period is within it to the last of the smallest unit that it names. */
function endOf(text: string | null): Date {
  return new Date(readTime(text).getTime() + (text?.includes(".") === true ? 1 : 1_000));
}

function readLimit(text: string | null): number {
  const limit = text === null ? defaultLimit : Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) throw standinError("INVALID_REQUEST");
  return limit;
}

// Lines of a log that is older than its keys are named by their number.
const keySql = "coalesce(l.transaction_key, 'standin_' || l.id)";

async function cursorOf(call: RestCall, transactionKey: string | null): Promise<unknown[]> {
  if (transactionKey === null) return [null, null];
  const { rows } = await call.db.query<{ at: string; id: number }>(
    // As text: a Date would lose the microseconds, and the page would begin with the line itself.
    `select l.at::text, l.id from standin_toss.charge_log l
     where ${keySql} = $1 and l.event in ('DONE', 'CANCELED', 'PARTIAL_CANCELED')`,
    [transactionKey],
  );
  const [row] = rows;
  if (row === undefined) throw standinError("INVALID_TRANSACTION_KEY");
  return [row.at, row.id];
}

function present(row: TransactionRow): object {
  return {
    mId: merchantId,
    transactionKey: row.transactionKey,
    paymentKey: row.paymentKey,
    orderId: row.orderId,
    method: row.method === "CARD" ? "카드" : "간편결제",
    customerKey: null,
    useEscrow: false,
    receiptUrl: receiptUrl(row),
    status: row.event,
    transactionAt: koreanTime(new Date(row.at)),
    currency: "KRW",
    amount: row.amount,
  };
}

/** Every movement of money in a period: a charge and each of its cancels has a line and a key of its own. */
async function list(call: RestCall): Promise<object[]> {
  const start = readTime(call.query.get("startDate"));
  const end = endOf(call.query.get("endDate"));
  const limit = readLimit(call.query.get("limit"));
  const cursor = await cursorOf(call, call.query.get("startingAfter"));
  call.refuseIfTold();
  const { rows } = await call.db.query<TransactionRow>(
    `select l.id, ${keySql} as "transactionKey", l.at, l.event, l.amount, l.payment_key as "paymentKey",
            l.order_id as "orderId", p.method, p.origin
     from standin_toss.charge_log l join standin_toss.payments p using (payment_key)
     where l.event in ('DONE', 'CANCELED', 'PARTIAL_CANCELED') and l.at >= $1 and l.at < $2
       and ($3::timestamptz is null or (l.at, l.id) > ($3, $4::int))
     order by l.at, l.id limit $5`,
    [start, end, ...cursor, limit],
  );
  return rows.map(present);
}

/** Adds the list of the movements of money. */
export function addTransactionRoutes(router: Router, standin: Standin): void {
  router.get("/v1/transactions", restRoute(standin, { version: 1 }, list));
}
