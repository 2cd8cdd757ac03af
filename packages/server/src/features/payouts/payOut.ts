import { raiseAlert } from "../alerts/alerts.ts";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import type { TossPayout } from "../../gateways/tossPayouts.ts";
import { askApproval, askApprovals, isUnapproved } from "./approval.ts";
import { claimDue, complete, mayGo, refuse, resume } from "./claims.ts";
import { alertOnCredentialError, keysAreRight } from "./alertOnCredentialError.ts";
import { listStale, refreshHolds } from "../settlements/holds.ts";
import { checkMoney } from "./moneyCheck.ts";
import { registeredSeller } from "./sellers.ts";
import { Settlement } from "../settlements/Settlement.ts";

type PayDeps = Pick<
  Deps,
  "config" | "knex" | "cipher" | "toss" | "log" | "failpoint" | "addJob" | "microCache"
>;

/** In SQL: the provider pays at once on working days from 8 to 15 o'clock in Korea; a little less is asked for. */
const atWorkSql = /* sql */ `(extract(isodow from app_now() at time zone 'Asia/Seoul') < 6
  and (app_now() at time zone 'Asia/Seoul')::time between '08:00' and '14:50')`;
/** Settlements, and sellers, that are looked at in one round; the next one goes on. */
const perRound = 100;

/** What the provider pays once: our reference of this settlement and round. */
const referenceOf = ({ id, providerRound }: Settlement): string => `${id}-${providerRound}`;
/** What is sent of a settlement. */
const payableOf = ({ amount, clawbackAmount }: Settlement): number => amount - clawbackAmount;
const keyOf = ({ id, providerRound }: Settlement): string => `payout:${id}:${providerRound}`;

/**
 * Whether a refusal is about the day or the hour: public holidays are in no calendar of ours. The provider documents no
 * code for it, so that its words count too.
 */
const isAboutTime = ({ code, message }: { code: string; message: string }): boolean =>
  /BUSINESS_(DAY|HOUR|TIME)|HOLIDAY/.test(code) || /영업일|영업\s?시간|공휴일|휴무/.test(message);

/** Acts on what the provider says of a payout. */
const follow = async (deps: PayDeps, settlement: Settlement, payout: TossPayout): Promise<void> => {
  const { id, refPayoutId, status, value, error } = payout;
  if (value !== payableOf(settlement) || refPayoutId !== referenceOf(settlement)) {
    await raiseAlert(deps, "PAYOUT_DIFFERS", settlement.id, { payoutId: id, won: value });
    return;
  }
  if (status === "COMPLETED") await complete(deps, settlement.id, id);
  else if (["FAILED", "CANCELED", "REJECTED"].includes(status))
    await refuse(deps, settlement, {
      code: error?.code ?? status,
      isNotNow: error !== null && isAboutTime(error),
    });
  else if (settlement.payoutId === null)
    await Settlement.query(deps.knex)
      .findById(settlement.id)
      .where({ status: "processing" })
      .patch({ payoutId: id });
};

/**
 * Sends one claimed settlement to the provider, unless its seller may not be paid any more. Whatever is not a definite
 * answer leaves it to the next round.
 */
const send = async (deps: PayDeps, settlement: Settlement): Promise<void> => {
  const { bankName, accountNumber, accountHolder, sellerId } = settlement;
  if (payableOf(settlement) === 0) {
    if (!(await mayGo(deps, settlement)) || !(await checkMoney(deps, settlement))) return;
    if (await mayGo(deps, settlement)) await complete(deps, settlement.id, null);
    return;
  }
  if (bankName === null || accountNumber === null || accountHolder === null) return;
  if (!(await mayGo(deps, settlement))) return;
  const seller = await registeredSeller(deps, { ...settlement, bankName, accountNumber, accountHolder });
  if (seller.kind === "refused") await refuse(deps, settlement, seller);
  if (seller.kind !== "ok") return;
  if (isUnapproved(seller.value.status)) await askApproval(deps, sellerId);
  if (!(await checkMoney(deps, settlement))) return;
  // Much may have happened while the provider took its time.
  if (!(await mayGo(deps, settlement, { isLast: true }))) return;
  const refPayoutId = referenceOf(settlement);
  const request = { refPayoutId, sellerId: seller.value.id, value: payableOf(settlement) };
  const answer = await alertOnCredentialError(deps, deps.toss.payouts.request(request, keyOf(settlement)));
  if (answer.kind === "unknown") return;
  await keysAreRight(deps);
  if (answer.kind === "ok") await follow(deps, settlement, answer.value);
  else await judgeRefusal(deps, settlement, answer);
};

/** A refusal may speak of a reference that was taken before, when that answer was lost: then it is looked up. */
const judgeRefusal = async (
  deps: PayDeps,
  settlement: Settlement,
  refusal: { code: string; message: string },
): Promise<void> => {
  const found = await alertOnCredentialError(deps, deps.toss.payouts.byReference(referenceOf(settlement)));
  if (found.kind !== "ok") return;
  if (found.value) {
    await follow(deps, settlement, found.value);
    return;
  }
  const isAboutSeller = refusal.code === "FORBIDDEN_SELLER_PAYOUT";
  const isUnpaid = isAboutSeller && (await askApproval(deps, settlement.sellerId));
  await refuse(deps, settlement, { code: refusal.code, isNotNow: isUnpaid || isAboutTime(refusal) });
};

/** Asks about a payout that is under way, or whose answer never came. */
const ask = async (deps: PayDeps, settlement: Settlement): Promise<void> => {
  const { payouts } = deps.toss;
  if (settlement.payoutId !== null) {
    const answer = await alertOnCredentialError(deps, payouts.byId(settlement.payoutId));
    if (answer.kind === "ok") await follow(deps, settlement, answer.value);
    return;
  }
  const found = await alertOnCredentialError(deps, payouts.byReference(referenceOf(settlement)));
  if (found.kind !== "ok") return;
  if (found.value) await follow(deps, settlement, found.value);
  else await send(deps, settlement);
};

/** Asks about a settlement that waits though its money was asked for: a request may arrive late, and is followed then. */
const askLate = async (deps: PayDeps, settlement: Settlement): Promise<void> => {
  const found = await alertOnCredentialError(deps, deps.toss.payouts.byReference(referenceOf(settlement)));
  if (found.kind !== "ok" || !found.value) return;
  const { id: payoutId, value: won } = found.value;
  if (settlement.status === "cancelled")
    await raiseAlert(deps, "PAYOUT_DIFFERS", settlement.id, { payoutId, won });
  else if (await resume(deps, settlement)) await follow(deps, settlement, found.value);
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

/** What is under way, that first about which the provider was not asked for the longest. */
const takeOpen = async ({ knex }: PayDeps): Promise<Settlement[]> => {
  const open = await Settlement.query(knex)
    .where({ status: "processing" })
    .orderByRaw("asked_at nulls first, claimed_at")
    .limit(perRound);
  await Settlement.query(knex)
    .findByIds(open.map(({ id }) => id))
    .patch({ askedAt: appNow() });
  return open;
};

/** What waits, or was cancelled, though its money was asked for under the reference that it has; each once an hour. */
const takeLate = async ({ knex }: PayDeps): Promise<Settlement[]> => {
  const late = await Settlement.query(knex)
    .whereIn("status", ["pending", "held", "cancelled"])
    .whereNotNull("sent_at")
    .whereRaw("asked_at <= app_now() - interval '1 hour'")
    // So long the provider keeps the key of a request.
    .whereRaw("(status <> 'cancelled' or sent_at > app_now() - interval '15 days')")
    .orderBy("asked_at")
    .limit(perRound);
  await Settlement.query(knex)
    .findByIds(late.map(({ id }) => id))
    .patch({ askedAt: appNow() });
  return late;
};

/**
 * Pays sellers what is due: what is under way is asked about first, then what is due is claimed and sent. Each
 * settlement is paid once, whatever is killed or lost in between; run by one process at a time.
 */
export const payOut = async (deps: PayDeps): Promise<void> => {
  await oneByOne(deps, await takeOpen(deps), (settlement) => ask(deps, settlement));
  await oneByOne(deps, await takeLate(deps), (settlement) => askLate(deps, settlement));
  const { rows: stuck } = await deps.knex.raw<{ rows: { id: string }[] }>(
    "select id from settlements where status = 'processing' and claimed_at <= app_now() - interval '15 minutes'",
  );
  for (const { id } of stuck) await raiseAlert(deps, "PAYOUT_STUCK", id, {});
  await askApprovals(deps);
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
    // What may have left before is asked about first: nothing else is to be decided then.
    await oneByOne(deps, claimed, (settlement) =>
      (settlement.sentAt === null ? send : ask)(deps, settlement),
    );
  }
};
