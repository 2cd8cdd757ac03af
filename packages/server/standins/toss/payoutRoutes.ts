import { randomBytes } from "node:crypto";
import type Router from "@koa/router";
import { array, type InferType, mixed, number, object, string } from "yup";
import { checkBody } from "./body.ts";
import { standinError } from "./errors.ts";
import { movePayout, type Payout, payoutColumns, presentPayout, settlePayouts } from "./payouts.ts";
import { type RestCall, restRoute } from "./restCall.ts";
import { lockSeller, moveSeller } from "./sellers.ts";
import type { Standin } from "./standin.ts";
import { clockNow } from "./store.ts";
import { koreanDay } from "./times.ts";

/** What a seller may be paid in a week before the provider wants to know them better. */
const weeklyLimit = 10_000_000;

/** The shop's own money with the provider, so that demo sales made before the stand-in existed can be paid. */
const openingBalance = 10_000_000_000;

const payoutItem = object({
  refPayoutId: string().required().max(50),
  destination: string().required().max(35),
  scheduleType: string().required().oneOf(["EXPRESS", "SCHEDULED"]),
  payoutDate: string()
    .matches(/^\d{4}-\d\d-\d\d$/)
    .nullable()
    .optional(),
  amount: object({
    currency: string().required().oneOf(["KRW"]),
    value: number().required().integer().positive().lessThan(1_000_000_000),
  }).required(),
  transactionDescription: string().max(7).nullable().optional(),
  metadata: mixed<object>()
    .test((value) => value == null || (typeof value === "object" && Object.keys(value).length <= 5))
    .nullable()
    .optional(),
});

const payoutsBody = object({ items: array(payoutItem).required().min(1).max(100) });

type Item = InferType<typeof payoutItem>;

function payoutDay(item: Item, today: string): string {
  // The provider also keeps EXPRESS to business hours; a stand-in that works only by day would be of no use.
  if (item.scheduleType === "EXPRESS") return today;
  const day = item.payoutDate ?? "";
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isWorkday = weekday >= 1 && weekday <= 5;
  if (day < today || !isWorkday) throw standinError("INVALID_REQUEST", "payoutDate는 영업일이어야 합니다.");
  return day;
}

async function refuseKnownReferences(call: RestCall, items: readonly Item[]): Promise<void> {
  const references = items.map((item) => item.refPayoutId);
  const known = await call.db.query("select 1 from standin_toss.payouts where ref_payout_id = any($1)", [
    references,
  ]);
  if (known.rows.length > 0 || new Set(references).size < references.length) {
    throw standinError("INVALID_REQUEST", "이미 사용된 refPayoutId 입니다.");
  }
}

async function refuseSeller(standin: Standin, call: RestCall, sellerId: string, amount: number) {
  const seller = await lockSeller(call.db, standin.securityKey, sellerId);
  if (seller === undefined) throw standinError("NOT_FOUND", "존재하지 않는 셀러입니다.");
  if (seller.status === "APPROVED") return;
  const { rows } = await call.db.query<{ paid: number }>(
    `select coalesce(sum(amount), 0)::float8 as paid from standin_toss.payouts
     where seller_id = $1 and status in ('REQUESTED', 'IN_PROGRESS', 'COMPLETED')
       and requested_at > standin_toss.clock_now() - interval '7 days'`,
    [sellerId],
  );
  if (seller.status === "PARTIALLY_APPROVED") {
    if ((rows[0]?.paid ?? 0) + amount < weeklyLimit) return;
    await moveSeller(call.db, standin.securityKey, seller, "KYC_REQUIRED");
  }
  throw standinError("FORBIDDEN_SELLER_PAYOUT");
}

/** Takes a batch as a whole or not at all: every check comes before the first row. */
async function request(standin: Standin, call: RestCall): Promise<object> {
  const { items } = checkBody(payoutsBody, { items: call.body });
  // One batch at a time, so that two with the same reference never both pass the check.
  await call.db.query("lock table standin_toss.payouts in share row exclusive mode");
  await refuseKnownReferences(call, items);
  const today = koreanDay(await clockNow(call.db));
  const days = items.map((item) => payoutDay(item, today));
  for (const sellerId of new Set(items.map((item) => item.destination))) {
    const sellerItems = items.filter((item) => item.destination === sellerId);
    const total = sellerItems.reduce((sum, item) => sum + item.amount.value, 0);
    await refuseSeller(standin, call, sellerId, total);
  }
  call.refuseIfTold();
  const payouts: Payout[] = [];
  for (const [index, item] of items.entries()) {
    const { rows } = await call.db.query<Payout>(
      `insert into standin_toss.payouts
         (id, ref_payout_id, seller_id, amount, status, schedule_type, payout_date, description, metadata)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${payoutColumns}`,
      [
        `FPA_${randomBytes(12).toString("hex")}`,
        item.refPayoutId,
        item.destination,
        item.amount.value,
        item.scheduleType === "EXPRESS" ? "IN_PROGRESS" : "REQUESTED",
        item.scheduleType,
        days[index],
        item.transactionDescription ?? "",
        item.metadata ?? null,
      ],
    );
    payouts.push(...rows);
  }
  return { items: payouts.map(presentPayout) };
}

async function existing(call: RestCall): Promise<Payout> {
  await settlePayouts(call.db);
  const { rows } = await call.db.query<Payout>(
    `select ${payoutColumns} from standin_toss.payouts where id = $1 for update`,
    [call.params["payoutId"] ?? ""],
  );
  const [payout] = rows;
  if (payout === undefined) throw standinError("NOT_FOUND");
  return payout;
}

async function list(call: RestCall): Promise<object> {
  await settlePayouts(call.db);
  const limit = Math.min(Number(call.query.get("limit") ?? 100) || 100, 10_000);
  const { rows } = await call.db.query<Payout>(
    `select ${payoutColumns} from standin_toss.payouts where $1::text is null or
       (requested_at, id) < (select requested_at, id from standin_toss.payouts where id = $1)
     order by requested_at desc, id desc limit $2`,
    [call.query.get("startingAfter"), limit + 1],
  );
  call.refuseIfTold();
  const items = rows.slice(0, limit).map(presentPayout);
  return { hasMore: rows.length > limit, size: items.length, items };
}

async function balance(call: RestCall): Promise<object> {
  const { rows } = await call.db.query<{ available: number; pending: number }>(
    `select coalesce((select sum(balance_amount) from standin_toss.payments where approved_at is not null), 0)::float8
       - coalesce((select sum(amount) from standin_toss.payouts where status = 'COMPLETED'), 0)::float8 as available,
       coalesce((select sum(amount) from standin_toss.payouts
         where status in ('REQUESTED', 'IN_PROGRESS')), 0)::float8 as pending`,
  );
  call.refuseIfTold();
  const pending = rows[0]?.pending ?? 0;
  const available = openingBalance + (rows[0]?.available ?? 0) - pending;
  return {
    pendingAmount: { currency: "KRW", value: pending },
    availableAmount: { currency: "KRW", value: available },
  };
}

/** Adds the payout and balance calls. */
export function addPayoutRoutes(router: Router, standin: Standin): void {
  const one = { version: 2, entityType: "payout" } as const;
  const many = { version: 2, entityType: "payout-list" } as const;
  router.post(
    "/v2/payouts",
    restRoute(standin, { ...many, sealed: true }, (call) => request(standin, call)),
  );
  router.get("/v2/payouts", restRoute(standin, many, list));
  router.get(
    "/v2/payouts/:payoutId",
    restRoute(standin, one, async (call) => {
      const payout = await existing(call);
      call.refuseIfTold();
      return presentPayout(payout);
    }),
  );
  router.post(
    "/v2/payouts/:payoutId/cancel",
    restRoute(standin, one, async (call) => {
      const payout = await existing(call);
      if (payout.status !== "REQUESTED") {
        throw standinError("INVALID_REQUEST", "이미 처리 중인 지급대행 요청은 취소할 수 없습니다.");
      }
      call.refuseIfTold();
      return presentPayout(await movePayout(call.db, payout, "CANCELED"));
    }),
  );
  router.get("/v2/balances", restRoute(standin, { version: 2, entityType: "balance" }, balance));
}
