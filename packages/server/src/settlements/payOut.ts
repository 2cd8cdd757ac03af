import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import { appNow, appTime } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import type { TossPayout } from "../gateways/tossPayouts.ts";
import { listStale, refreshHolds } from "./holds.ts";
import { book } from "./ledger.ts";
import { registeredSeller } from "./sellers.ts";
import { Settlement } from "./Settlement.ts";

type PayDeps = Pick<Deps, "config" | "knex" | "cipher" | "toss" | "log" | "failpoint">;

/** Definite refusals after which a person has to look. */
const mostAttempts = 5;
/** Hours until the next try, by how many were refused before. */
const patience = [1, 6, 24, 24] as const;
/** In SQL: the provider pays at once on working days from 8 to 15 o'clock in Korea; a little less is asked for. */
const atWorkSql = /* sql */ `(extract(isodow from app_now() at time zone 'Asia/Seoul') < 6
  and (app_now() at time zone 'Asia/Seoul')::time between '08:00' and '14:50')`;
/** Sellers that are looked at in one round; the next one goes on. */
const perRound = 100;

/** What the provider pays once: our reference of this settlement and round. */
const referenceOf = ({ id, providerRound }: Settlement): string => `${id}-${providerRound}`;
const keyOf = ({ id, providerRound }: Settlement): string => `payout:${id}:${providerRound}`;

/** Claims what is due of one seller, after their standing was looked at: committed before any call. */
const claimDue = (deps: PayDeps, sellerId: string): Promise<Settlement[]> =>
  Settlement.transaction(deps.knex, async (trx) => {
    await refreshHolds(trx, sellerId);
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `update settlements s set status = 'processing', bank_name = u.bank_name, account_number = u.account_number,
         account_holder = u.account_holder, claimed_at = app_now(), payout_id = null
       from users u
       where u.id = s.seller_id and s.seller_id = ? and s.status = 'pending' and s.payable_at <= app_now()
         and coalesce(s.next_try_at, '-infinity') <= app_now() and u.bank_name is not null
       returning s.id`,
      [sellerId],
    );
    return Settlement.query(trx).findByIds(rows.map(({ id }) => id));
  });

/** Books what has arrived, once. */
const complete = (deps: PayDeps, settlementId: string, payoutId: string): Promise<void> =>
  Settlement.transaction(deps.knex, async (trx) => {
    const settlement = await Settlement.query(trx).findById(settlementId).forUpdate().throwIfNotFound();
    if (settlement.status !== "processing") return;
    await settlement.$query(trx).patch({ status: "completed", settledAt: appNow(), payoutId });
    await book(trx, `payout:${settlement.id}`, settlement.orderId, [
      { account: "seller", sellerId: settlement.sellerId, debit: settlement.amount },
      { account: "cash", credit: settlement.amount },
    ]);
  });

/** A definite no: another try under another reference, or, after five of them, a person. */
const refuse = async (deps: PayDeps, settlementId: string, code: string): Promise<void> => {
  const settlement = await Settlement.transaction(deps.knex, async (trx) => {
    const locked = await Settlement.query(trx).findById(settlementId).forUpdate().throwIfNotFound();
    if (locked.status !== "processing") return undefined;
    const attempts = locked.attempts + 1;
    const isLast = attempts >= mostAttempts;
    const hours = patience[Math.min(attempts, patience.length) - 1] ?? 24;
    const refused = await locked
      .$query(trx)
      .patch({
        status: isLast ? "failed" : "pending",
        attempts,
        providerRound: locked.providerRound + 1,
        payoutId: null,
        nextTryAt: appTime("app_now() + ? * interval '1 hour'", [hours]),
      })
      .returning("*");
    await refreshHolds(trx, locked.sellerId);
    return { ...refused, attempts, isLast };
  });
  if (!settlement) return;
  deps.log.warn({ settlementId, code, attempts: settlement.attempts }, "payout refused");
  if (settlement.isLast) await raiseAlert(deps, "PAYOUT_FAILED", settlementId, { code });
};

/** Acts on what the provider says of a payout. */
const follow = async (deps: PayDeps, settlement: Settlement, payout: TossPayout): Promise<void> => {
  if (payout.value !== settlement.amount || payout.refPayoutId !== referenceOf(settlement)) {
    await raiseAlert(deps, "PAYOUT_DIFFERS", settlement.id, { payoutId: payout.id, won: payout.value });
    return;
  }
  if (payout.status === "COMPLETED") {
    await complete(deps, settlement.id, payout.id);
    await resolveAlert(deps, "PAYOUT_STUCK", settlement.id, "paid");
  } else if (["FAILED", "CANCELED", "REJECTED"].includes(payout.status)) {
    await refuse(deps, settlement.id, payout.errorCode ?? payout.status);
  } else if (settlement.payoutId === null) {
    await Settlement.query(deps.knex)
      .findById(settlement.id)
      .where({ status: "processing" })
      .patch({ payoutId: payout.id });
  }
};

/** Sends one claimed settlement to the provider. Whatever is not a definite answer leaves it to the next round. */
const send = async (deps: PayDeps, settlement: Settlement): Promise<void> => {
  const { bankName, accountNumber, accountHolder } = settlement;
  if (bankName === null || accountNumber === null || accountHolder === null) return;
  const seller = await registeredSeller(deps, { ...settlement, bankName, accountNumber, accountHolder });
  if (seller.kind === "refused") await refuse(deps, settlement.id, seller.code);
  if (seller.kind !== "ok") return;
  const refPayoutId = referenceOf(settlement);
  const request = { refPayoutId, sellerId: seller.value, value: settlement.amount };
  const answer = await deps.toss.payouts.request(request, keyOf(settlement));
  if (answer.kind === "ok") await follow(deps, settlement, answer.value);
  else if (answer.kind === "refused") await judgeRefusal(deps, settlement, answer.code);
};

/** A refusal may speak of a reference that was taken before, when that answer was lost: then it is looked up. */
const judgeRefusal = async (deps: PayDeps, settlement: Settlement, code: string): Promise<void> => {
  const found = await deps.toss.payouts.byReference(referenceOf(settlement));
  if (found.kind !== "ok") return;
  if (found.value) await follow(deps, settlement, found.value);
  else await refuse(deps, settlement.id, code);
};

/** Asks about a payout that is under way, or whose answer never came. */
const ask = async (deps: PayDeps, settlement: Settlement): Promise<void> => {
  const { payouts } = deps.toss;
  if (settlement.payoutId !== null) {
    const answer = await payouts.byId(settlement.payoutId);
    if (answer.kind === "ok") await follow(deps, settlement, answer.value);
    return;
  }
  const found = await payouts.byReference(referenceOf(settlement));
  if (found.kind !== "ok") return;
  if (found.value) await follow(deps, settlement, found.value);
  else await send(deps, settlement);
};

const oneByOne = async (
  { log }: PayDeps,
  settlements: readonly Settlement[],
  work: (settlement: Settlement) => Promise<void>,
): Promise<void> => {
  for (const settlement of settlements) {
    try {
      await work(settlement);
    } catch (error) {
      // One that fails does not hold up the others.
      log.error({ err: error, settlementId: settlement.id }, "payout failed");
    }
  }
};

/**
 * Pays sellers what is due: what is under way is asked about first, then what is due is claimed and sent. Each
 * settlement is paid once, whatever is killed or lost in between; run by one process at a time.
 */
export const payOut = async (deps: PayDeps): Promise<void> => {
  const open = await Settlement.query(deps.knex)
    .where({ status: "processing" })
    .orderBy("claimed_at")
    .limit(perRound);
  await oneByOne(deps, open, (settlement) => ask(deps, settlement));
  const { rows: stuck } = await deps.knex.raw<{ rows: { id: string }[] }>(
    "select id from settlements where status = 'processing' and claimed_at <= app_now() - interval '15 minutes'",
  );
  for (const { id } of stuck) await raiseAlert(deps, "PAYOUT_STUCK", id, {});
  // Time alone may have let some go.
  for (const sellerId of await listStale(deps.knex, perRound))
    await Settlement.transaction(deps.knex, (trx) => refreshHolds(trx, sellerId));
  const { rows: sellers } = await deps.knex.raw<{ rows: { seller_id: string }[] }>(
    `select seller_id from settlements
     where status = 'pending' and payable_at <= app_now() and coalesce(next_try_at, '-infinity') <= app_now()
       and (:anyHour or ${atWorkSql})
     group by seller_id order by min(payable_at) limit :perRound`,
    { perRound, anyHour: deps.config.toss.standin },
  );
  for (const { seller_id: sellerId } of sellers) {
    const claimed = await claimDue(deps, sellerId);
    if (claimed.length > 0) deps.failpoint("h");
    await oneByOne(deps, claimed, (settlement) => send(deps, settlement));
  }
};
