import { raiseOnce } from "../alerts/alerts.ts";
import type { Deps } from "../../deps.ts";
import { tellsNothing, type TossTransaction } from "../../gateways/toss.ts";
import { followOrder } from "../orders/reconcileOrder.ts";
import {
  judgeBooked,
  judgeListed,
  type BookedMovement,
  type Difference,
  type ListedMovement,
} from "./judgeBooks.ts";

const pageSize = 1_000;

/** The result of comparing one day: the provider's sums, in won, and their difference from ours. */
export interface DaySums {
  charges: number;
  charged: number;
  cancels: number;
  cancelled: number;
  differences: number;
  difference: number;
}

const kinds: Record<string, "charge" | "cancel" | undefined> = {
  DONE: "charge",
  CANCELED: "cancel",
  PARTIAL_CANCELED: "cancel",
};

/** The provider's list of a day, page by page; throws when it does not answer. */
async function* pagesOf({ toss }: Pick<Deps, "toss">, day: string): AsyncGenerator<TossTransaction[]> {
  const period = { startDate: `${day}T00:00:00`, endDate: `${day}T23:59:59` };
  let startingAfter: string | undefined;
  for (;;) {
    const answer = await toss.transactions(period, { limit: pageSize, startingAfter });
    if (answer.kind !== "ok") {
      throw new Error(`the provider's list: ${answer.kind === "refused" ? answer.code : answer.reason}`);
    }
    yield answer.value;
    const last = answer.value.at(-1)?.transactionKey;
    if (answer.value.length < pageSize || last === undefined) return;
    if (last === startingAfter) throw new Error("the provider's list does not move on");
    startingAfter = last;
  }
}

type Moved = Pick<ListedMovement, "transactionKey" | "paymentKey" | "orderNumber" | "what" | "amount">;

/** The entries of the provider's list that moved money. */
const movedOf = (page: readonly TossTransaction[]): Moved[] =>
  page.flatMap(({ status, amount, transactionKey, paymentKey, orderId }) => {
    const what = kinds[status];
    // The sign of a cancel's amount is not documented.
    return what ? [{ transactionKey, paymentKey, orderNumber: orderId, what, amount: Math.abs(amount) }] : [];
  });

/** Listed movements beside our books, in one query. */
const besideBooks = async (
  { pool }: Pick<Deps, "pool">,
  moved: readonly Moved[],
): Promise<ListedMovement[]> => {
  const { rows } = await pool.query<ListedMovement>(
    `select t.*, o.id as "orderId", case when o.toss_payment_key = t."paymentKey" then e.debit end as booked,
            r.amount as refunded, r.provider_transaction_key as "refundKey", c.amount as noted
     from json_to_recordset($1::json) as t("transactionKey" text, "paymentKey" text, "orderNumber" text, what text, amount float8)
     left join orders o on o.order_number = t."orderNumber"
     left join ledger_entries e on e.transaction_id = 'paid:' || o.id and e.account = 'provider'
     left join refunds r on r.order_id = o.id and r.completed_at is not null
     left join provider_cancels c on c.transaction_key = t."transactionKey" and c.order_id = o.id`,
    [JSON.stringify(moved)],
  );
  return rows;
};

/** Judges a listed movement. A cancel unknown to us came without a notice: its payment's state is acted on first. */
const judge = async (deps: Deps, movement: ListedMovement): Promise<Difference | undefined> => {
  const difference = judgeListed(movement);
  if (!difference || movement.what === "charge" || movement.orderId === null) return difference;
  const read = await deps.toss.paymentByKey(movement.paymentKey);
  if (tellsNothing(read)) throw new Error(`the provider did not tell of ${movement.transactionKey}`);
  if (read.kind !== "ok" || (await followOrder(deps, movement.orderId, read.value)) === "none")
    return difference;
  const [anew = movement] = await besideBooks(deps, [movement]);
  return judgeListed(anew);
};

const withinDaySql = (column: string) =>
  `${column} >= $1::date::timestamp at time zone 'Asia/Seoul' and ${column} < ($1::date + 1)::timestamp at time zone 'Asia/Seoul'`;

/** Our books of a day. The provider's day may differ, by our clocks and by later repairs. */
const bookedOn = async ({ pool }: Pick<Deps, "pool">, day: string): Promise<BookedMovement[]> => {
  const { rows } = await pool.query<BookedMovement>(
    `select 'paid:' || o.id as id, o.order_number as "orderNumber", o.toss_payment_key as "paymentKey",
            'charge' as what, coalesce(e.debit, 0) as amount, null as key
     from orders o left join ledger_entries e on e.transaction_id = 'paid:' || o.id and e.account = 'provider'
     where o.amount > 0 and ${withinDaySql("o.paid_at")}
     union all
     select 'refund:' || o.id, o.order_number, coalesce(o.toss_payment_key, ''), 'cancel', coalesce(c.amount, r.amount),
            r.provider_transaction_key
     from refunds r join orders o on o.id = r.order_id
     left join provider_cancels c on c.transaction_key = r.provider_transaction_key
     where ${withinDaySql("r.completed_at")} and r.transferred_amount is null
     union all
     select 'cancel:' || c.transaction_key, o.order_number, coalesce(o.toss_payment_key, ''), 'cancel', c.amount, c.transaction_key
     from provider_cancels c join orders o on o.id = c.order_id
     where ${withinDaySql("c.seen_at")}
       and not exists (select from refunds r where r.provider_transaction_key = c.transaction_key)`,
    [day],
  );
  return rows;
};

/** Asks the provider about one movement of ours that is missing from its list of the day. */
const askAbout = async (
  { toss }: Pick<Deps, "toss">,
  movement: BookedMovement,
): Promise<Difference | undefined> => {
  // A failed order no longer has its payment's key.
  const answer =
    movement.paymentKey === ""
      ? await toss.paymentByOrder(movement.orderNumber)
      : await toss.paymentByKey(movement.paymentKey);
  if (tellsNothing(answer)) throw new Error(`the provider did not tell of ${movement.id}`);
  return judgeBooked(movement, answer.kind === "ok" ? answer.value : undefined);
};

/**
 * Compares one day of the provider's books with ours, both ways; every difference raises an alert. A movement that can
 * not be judged does not stop the rest: it throws at the end, and the day is to be compared again.
 */
export const compareDay = async (deps: Deps, day: string): Promise<DaySums> => {
  const sums: DaySums = { charges: 0, charged: 0, cancels: 0, cancelled: 0, differences: 0, difference: 0 };
  const failures: unknown[] = [];
  const report = async (
    find: () => Promise<Difference | undefined> | Difference | undefined,
  ): Promise<void> => {
    try {
      const difference = await find();
      if (!difference) return;
      const { subject, won, ...detail } = difference;
      sums.differences += 1;
      sums.difference += won;
      await raiseOnce(deps, "BOOKS_DIFFER", subject, { day, won, ...detail });
    } catch (error) {
      failures.push(error);
      deps.log.error({ err: error, day }, "not compared");
    }
  };

  const seen = new Set<string>();
  for await (const page of pagesOf(deps, day)) {
    for (const movement of await besideBooks(deps, movedOf(page))) {
      const isCharge = movement.what === "charge";
      seen.add(isCharge ? `charge ${movement.orderNumber}` : `cancel ${movement.transactionKey}`);
      sums[isCharge ? "charges" : "cancels"] += 1;
      sums[isCharge ? "charged" : "cancelled"] += movement.amount;
      await report(() => judge(deps, movement));
    }
  }
  for (const movement of await bookedOn(deps, day)) {
    const name =
      movement.what === "charge" ? `charge ${movement.orderNumber}` : `cancel ${movement.key ?? ""}`;
    if (!seen.has(name)) await report(() => askAbout(deps, movement));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} movements were not compared`);
  return sums;
};
