import type pg from "pg";
import { changeEvent } from "./sellers.ts";
import type { Standin } from "./standin.ts";
import { inTransaction, logCharge } from "./store.ts";
import { koreanTime } from "./times.ts";
import { enqueueWebhook } from "./webhooks.ts";

/** The states of a payout and what may follow; the last three are final. */
const payoutMoves = {
  REQUESTED: ["IN_PROGRESS", "CANCELED"],
  IN_PROGRESS: ["COMPLETED", "FAILED"],
  COMPLETED: [],
  FAILED: [],
  CANCELED: [],
} as const satisfies Record<string, readonly string[]>;

/** A state of a payout. */
export type PayoutStatus = keyof typeof payoutMoves;

/** A payout as stored; amount in won, payoutDate as a calendar day. */
export interface Payout {
  id: string;
  refPayoutId: string;
  sellerId: string;
  amount: number;
  status: PayoutStatus;
  scheduleType: string;
  payoutDate: string;
  description: string;
  metadata: object | null;
  error: { code: string; message: string } | null;
  requestedAt: Date;
}

/** The column list of every query that answers payouts. */
export const payoutColumns = `id, ref_payout_id as "refPayoutId", seller_id as "sellerId", amount, status,
  schedule_type as "scheduleType", to_char(payout_date, 'YYYY-MM-DD') as "payoutDate", description, metadata,
  error, requested_at as "requestedAt"`;

/** The provider's Payout object. */
export function presentPayout(payout: Payout): object {
  return {
    id: payout.id,
    refPayoutId: payout.refPayoutId,
    destination: payout.sellerId,
    scheduleType: payout.scheduleType,
    payoutDate: payout.payoutDate,
    amount: { currency: "KRW", value: payout.amount },
    transactionDescription: payout.description,
    requestedAt: koreanTime(new Date(payout.requestedAt)),
    status: payout.status,
    error: payout.error,
    metadata: payout.metadata,
  };
}

/** Moves a locked payout; a finished one is announced, and money that left is in the charge log. */
export async function movePayout(
  db: pg.PoolClient,
  payout: Payout,
  to: PayoutStatus,
  error: Payout["error"] = null,
): Promise<Payout> {
  const allowed: readonly PayoutStatus[] = payoutMoves[payout.status];
  if (!allowed.includes(to)) throw new Error(`A payout can not go from ${payout.status} to ${to}`);
  await db.query(
    "update standin_toss.payouts set status = $2, error = $3, status_since = standin_toss.clock_now() where id = $1",
    [payout.id, to, error],
  );
  const moved = { ...payout, status: to, error };
  if (to === "COMPLETED") {
    await logCharge(db, {
      event: "PAYOUT",
      orderId: payout.refPayoutId,
      paymentKey: payout.id,
      amount: payout.amount,
    });
  }
  if (to === "COMPLETED" || to === "FAILED") {
    const event = await changeEvent(db, "payout", `${payout.id}-${to}`, presentPayout(moved));
    await enqueueWebhook(db, event, true);
  }
  return moved;
}

/** Takes every due payout to its end: the transfer itself takes no time here. */
export async function settlePayouts(db: pg.PoolClient): Promise<void> {
  const { rows } = await db.query<Payout & { bankReachable: boolean }>(
    `select ${payoutColumns}, (select bank_reachable from standin_toss.sellers where id = seller_id)
       as "bankReachable"
     from standin_toss.payouts where status = 'IN_PROGRESS' or (status = 'REQUESTED'
       and payout_date <= (standin_toss.clock_now() at time zone 'Asia/Seoul')::date)
     order by requested_at limit 100 for update skip locked`,
  );
  for (const row of rows) {
    const started = row.status === "REQUESTED" ? await movePayout(db, row, "IN_PROGRESS") : row;
    if (row.bankReachable) await movePayout(db, started, "COMPLETED");
    else {
      await movePayout(db, started, "FAILED", {
        code: "PROVIDER_ERROR",
        message: "입금할 수 없는 계좌입니다. 계좌 정보를 확인해주세요.",
      });
    }
  }
}

/** Settles due payouts in a transaction of its own, for the poll. */
export async function sweepPayouts(pool: Standin["pool"]): Promise<void> {
  const due = await pool.query(
    "select 1 from standin_toss.payouts where status in ('REQUESTED', 'IN_PROGRESS') limit 1",
  );
  if (due.rows.length > 0) await inTransaction(pool, settlePayouts);
}
