import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { standinError, type StandinError } from "./errors.ts";
import { presentPayment } from "./paymentObject.ts";
import { clockNow, logCharge, type Queryable } from "./store.ts";
import { koreanLocalTime } from "./times.ts";
import { enqueueWebhook } from "./webhooks.ts";

/** Every state of a payment and the states that may follow it; a partial refund may follow another one. */
const paymentMoves = {
  READY: ["IN_PROGRESS", "ABORTED", "EXPIRED"],
  IN_PROGRESS: ["DONE", "ABORTED", "EXPIRED"],
  DONE: ["CANCELED", "PARTIAL_CANCELED"],
  PARTIAL_CANCELED: ["PARTIAL_CANCELED"],
  CANCELED: [],
  ABORTED: [],
  EXPIRED: [],
} as const satisfies Record<string, readonly string[]>;

/** A state of a payment. */
export type PaymentStatus = keyof typeof paymentMoves;

/** The card a payment was authenticated with; only the masked number is ever kept. */
export interface PaymentCard {
  issuerCode: string;
  number: string;
  installmentPlanMonths: number;
  approveNo: string;
}

/** What a payment is made with: a card alone, or an easy-pay account, whose balance or registered card pays. */
type PaymentMethod = "CARD" | "EASY_PAY";

/** The easy-pay part of a payment: what its balance pays, and what its own points take off; the rest is on a card. */
interface EasyPay {
  provider: string;
  amount: number;
  discountAmount: number;
}

/** Easy-pay providers by the codes of the provider's script; each is answered by its Korean name, which is a code too. */
export const easyPayProviders: Readonly<Record<string, string>> = {
  TOSSPAY: "토스페이",
  NAVERPAY: "네이버페이",
  KAKAOPAY: "카카오페이",
};

/** One refund of a payment, whole or in part. */
interface PaymentCancel {
  transactionKey: string;
  cancelAmount: number;
  cancelReason: string;
  refundableAmount: number;
  canceledAt: string;
}

/** A payment as the stand-in stores it; amounts in won. */
export interface Payment {
  id: number;
  sessionId: string;
  paymentKey: string;
  orderId: string;
  orderName: string;
  amount: number;
  status: PaymentStatus;
  successUrl: string;
  failUrl: string;
  /** Where the browser knows the stand-in, for links that people open. */
  origin: string;
  requestedAt: Date;
  authenticatedAt: Date | null;
  approvedAt: Date | null;
  balanceAmount: number;
  method: PaymentMethod;
  card: PaymentCard | null;
  easyPay: EasyPay | null;
  lastTransactionKey: string | null;
  failure: { code: string; message: string } | null;
  cancels: PaymentCancel[];
  /** The stand-in's clock has passed the time limit of the state. */
  overdue: boolean;
  /** A confirm of it is under way that was told to act late: it can not be read. */
  hidden: boolean;
}

const columns = `id, session_id as "sessionId", payment_key as "paymentKey", order_id as "orderId",
  order_name as "orderName", amount, status, success_url as "successUrl", fail_url as "failUrl", origin,
  requested_at as "requestedAt", authenticated_at as "authenticatedAt", approved_at as "approvedAt",
  balance_amount as "balanceAmount", method, card, easy_pay as "easyPay",
  last_transaction_key as "lastTransactionKey", failure, cancels,
  coalesce(standin_toss.clock_now() > case status
    when 'READY' then requested_at + interval '30 minutes'
    when 'IN_PROGRESS' then authenticated_at + interval '10 minutes' end, false) as overdue,
  coalesce(hidden_until > clock_timestamp(), false) as hidden`;

/** States that the provider tells about by webhook. */
const announced: readonly PaymentStatus[] = ["DONE", "ABORTED", "EXPIRED", "CANCELED", "PARTIAL_CANCELED"];

/** What a shop asks to be paid. */
export interface SessionRequest {
  orderId: string;
  orderName: string;
  amount: number;
  successUrl: string;
  failUrl: string;
  origin: string;
  /** The easy-pay provider whose own window was asked for. */
  easyPayProvider?: string | undefined;
}

/** A payment from the balance of an easy-pay account alone. */
export function balanceOf(provider: string, amount: number): EasyPay {
  return { provider, amount, discountAmount: 0 };
}

/** Opens a payment in state READY, whose window may be used for 30 minutes. */
export async function openPayment(db: Queryable, request: SessionRequest): Promise<Payment> {
  const { rows } = await db.query<Payment>(
    `insert into standin_toss.payments (session_id, payment_key, order_id, order_name, amount, balance_amount,
       success_url, fail_url, origin, method, easy_pay)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    [
      randomUUID(),
      `standin_${randomBytes(18).toString("base64url")}`,
      request.orderId,
      request.orderName,
      request.amount,
      request.successUrl,
      request.failUrl,
      request.origin,
      request.easyPayProvider === undefined ? "CARD" : "EASY_PAY",
      request.easyPayProvider === undefined ? null : balanceOf(request.easyPayProvider, request.amount),
    ],
  );
  const [payment] = rows;
  if (payment === undefined) throw new Error("The new payment was not returned");
  await logCharge(db, { event: "READY", ...payment });
  return payment;
}

/** The payment behind a window's address or a payment key, without a lock. */
export async function findPayment(
  db: Queryable,
  by: { sessionId: string } | { paymentKey: string },
): Promise<Payment | undefined> {
  const [column, value] = "sessionId" in by ? ["session_id", by.sessionId] : ["payment_key", by.paymentKey];
  const { rows } = await db.query<Payment>(
    `select ${columns} from standin_toss.payments where ${column} = $1`,
    [value],
  );
  return rows[0];
}

/**
 * All payments of an order, oldest first, locked until the transaction ends; those whose time is over have
 * become EXPIRED. Every change of state begins here, so that two payments of one order never race.
 */
export async function lockOrder(db: pg.PoolClient, orderId: string): Promise<Payment[]> {
  await db.query("select 1 from standin_toss.payments where order_id = $1 order by id for update", [orderId]);
  const { rows } = await db.query<Payment>(
    `select ${columns} from standin_toss.payments where order_id = $1 order by id`,
    [orderId],
  );
  const payments: Payment[] = [];
  for (const payment of rows) {
    payments.push(payment.overdue ? await movePayment(db, payment, "EXPIRED") : payment);
  }
  return payments;
}

/** One payment with its whole order locked; undefined when there is none. */
export async function lockPayment(
  db: pg.PoolClient,
  by: { sessionId: string } | { paymentKey: string },
): Promise<{ payment: Payment; siblings: Payment[] } | undefined> {
  const found = await findPayment(db, by);
  if (found === undefined) return undefined;
  const all = await lockOrder(db, found.orderId);
  const payment = all.find((one) => one.id === found.id);
  if (payment === undefined) return undefined;
  return { payment, siblings: all.filter((one) => one.id !== found.id) };
}

/** Orders with a payment whose time limit has passed, for the sweep that expires forgotten ones. */
export async function overdueOrders(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ orderId: string }>(
    `select distinct order_id as "orderId" from standin_toss.payments
     where (status = 'READY' and requested_at < standin_toss.clock_now() - interval '30 minutes')
        or (status = 'IN_PROGRESS' and authenticated_at < standin_toss.clock_now() - interval '10 minutes')
     limit 100`,
  );
  return rows.map((row) => row.orderId);
}

type Change = Partial<
  Pick<
    Payment,
    "method" | "card" | "easyPay" | "balanceAmount" | "failure" | "cancels" | "lastTransactionKey"
  >
>;

/**
 * Moves a locked payment to its next state, writes the charge log and queues the webhook, all in the caller's
 * transaction. `loggedAmount` is what the move is about when that is not the whole payment (a partial refund).
 */
export async function movePayment(
  db: pg.PoolClient,
  payment: Payment,
  to: PaymentStatus,
  change: Change = {},
  loggedAmount: number = payment.amount,
): Promise<Payment> {
  const allowed: readonly PaymentStatus[] = paymentMoves[payment.status];
  if (!allowed.includes(to)) throw new Error(`A payment can not go from ${payment.status} to ${to}`);
  const next = { ...payment, ...change };
  const { rows } = await db.query<Payment>(
    `update standin_toss.payments set status = $2,
       authenticated_at = case when $2 = 'IN_PROGRESS' then standin_toss.clock_now() else authenticated_at end,
       approved_at = case when $2 = 'DONE' then standin_toss.clock_now() else approved_at end,
       balance_amount = $3, card = $4, last_transaction_key = $5, failure = $6, cancels = $7, method = $8,
       easy_pay = $9, hidden_until = null
     where id = $1 returning ${columns}`,
    [
      payment.id,
      to,
      next.balanceAmount,
      next.card,
      next.lastTransactionKey,
      next.failure,
      JSON.stringify(next.cancels),
      next.method,
      next.easyPay,
    ],
  );
  const [moved] = rows;
  if (moved === undefined) throw new Error("The payment to move is gone");
  await logCharge(db, {
    event: to,
    orderId: moved.orderId,
    paymentKey: moved.paymentKey,
    amount: loggedAmount,
    transactionKey: moved.lastTransactionKey,
  });
  if (announced.includes(to)) {
    const createdAt = koreanLocalTime(await clockNow(db));
    const data = presentPayment(moved);
    await enqueueWebhook(db, { eventType: "PAYMENT_STATUS_CHANGED", createdAt, data }, false);
  }
  return moved;
}

/** Keeps a payment from being read while its confirm waits: until it moves, or a second more has passed. */
export async function hidePayment(db: Queryable, paymentKey: string, ms: number): Promise<void> {
  await db.query(
    `update standin_toss.payments set hidden_until = clock_timestamp() + ($2 + 1000) * interval '1 ms'
     where payment_key = $1`,
    [paymentKey, ms],
  );
}

/** A refusal as a Payment carries it in `failure`. */
export function failureOf(error: StandinError): { code: string; message: string } {
  return { code: error.code, message: error.message };
}

/** Upper-case hexadecimal, the look of the provider's transaction keys. */
export function newTransactionKey(): string {
  return randomBytes(16).toString("hex").toUpperCase();
}

/** The payment that speaks for an order: the one that was charged, else the newest. */
export async function paymentOfOrder(db: pg.PoolClient, orderId: string): Promise<Payment> {
  const all = await lockOrder(db, orderId);
  const payment = all.find((one) => one.approvedAt !== null) ?? all.at(-1);
  if (payment === undefined || payment.hidden) throw standinError("NOT_FOUND_PAYMENT");
  return payment;
}
