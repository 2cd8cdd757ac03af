import { raiseAlert, raiseOnce } from "../alerts/alerts.ts";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import type { TossPayout } from "../../gateways/tossPayouts.ts";
import { askApproval, askApprovals, isUnapproved } from "./approval.ts";
import { claimDue, complete, mayGo, refuse, resume } from "./claims.ts";
import { alertOnCredentialError, keysAreRight } from "./alertOnCredentialError.ts";
import { listStale, refreshHolds } from "../settlements/holds.ts";
import { checkMoney } from "./moneyCheck.ts";
import { mayPayNow } from "../settlements/payoutDays.ts";
import { registeredSeller } from "./sellers.ts";
import { Settlement } from "../settlements/Settlement.ts";

type PayDeps = Pick<
  Deps,
  "config" | "knex" | "cipher" | "toss" | "log" | "failpoint" | "addJob" | "microCache"
>;

/** Settlements, and sellers, in one round; the next one continues. */
const perRound = 100;

/** Our reference of this settlement and round, which the provider pays once. */
const referenceOf = ({ id, providerRound }: Settlement): string => `${id}-${providerRound}`;
/** The sum that is sent for a settlement. */
const payableOf = ({ amount, clawbackAmount }: Settlement): number => amount - clawbackAmount;
/** Whether the provider has ended a payout without paying it. */
const isUnpaid = ({ status }: TossPayout): boolean => ["FAILED", "CANCELED", "REJECTED"].includes(status);
const keyOf = ({ id, providerRound }: Settlement): string => `payout:${id}:${providerRound}`;

/**
 * Whether a refusal is about the day or the hour: the payout hours leave out public holidays. The provider documents no
 * code for it, so that its words count too.
 */
const isAboutTime = ({ code, message }: { code: string; message: string }): boolean =>
  /BUSINESS_(DAY|HOUR|TIME)|HOLIDAY/.test(code) || /영업일|영업\s?시간|공휴일|휴무/.test(message);

/** Calls a person about a payout that no book of ours can take. Once for each payout and sum, so that an answer ends it. */
const callAboutPayout = (
  deps: PayDeps,
  { id }: Settlement,
  { id: payoutId, value: won }: TossPayout,
): Promise<void> => raiseOnce(deps, "PAYOUT_DIFFERS", id, { payoutId, won });

/** Acts on the provider's state of a payout. */
const follow = async (deps: PayDeps, settlement: Settlement, payout: TossPayout): Promise<void> => {
  const { id, refPayoutId, status, value, error } = payout;
  if (value !== payableOf(settlement) || refPayoutId !== referenceOf(settlement)) {
    await callAboutPayout(deps, settlement, payout);
    return;
  }
  if (status === "COMPLETED") await complete(deps, settlement.id, id);
  else if (isUnpaid(payout))
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
 * Sends one claimed settlement to the provider, unless its seller may no longer be paid. Without a definite answer it
 * is left to the next round.
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
  if (seller.kind === "refused") await refuse(deps, settlement, { ...seller, isOfSeller: true });
  if (seller.kind !== "ok") return;
  if (isUnapproved(seller.value.status)) await askApproval(deps, sellerId);
  if (!(await checkMoney(deps, settlement))) return;
  // Holds may have come while the provider took its time.
  if (!(await mayGo(deps, settlement, { isLast: true }))) return;
  const refPayoutId = referenceOf(settlement);
  const request = { refPayoutId, sellerId: seller.value.id, value: payableOf(settlement) };
  const answer = await alertOnCredentialError(deps, deps.toss.payouts.request(request, keyOf(settlement)));
  if (answer.kind === "unknown") return;
  await keysAreRight(deps);
  if (answer.kind === "ok") await follow(deps, settlement, answer.value);
  else await judgeRefusal(deps, settlement, answer);
};

/** A reference may be refused as taken, by an earlier request whose answer was lost: then its payout is looked up. */
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
  const isWaiting = isAboutSeller && (await askApproval(deps, settlement.sellerId));
  await refuse(deps, settlement, { code: refusal.code, isNotNow: isWaiting || isAboutTime(refusal) });
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
  if (settlement.status === "cancelled") {
    if (!isUnpaid(found.value)) await callAboutPayout(deps, settlement, found.value);
  } else if (await resume(deps, settlement)) await follow(deps, settlement, found.value);
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
      // One failure does not hold up the others.
      log.error({ err: error, settlementId: settlement.id }, "payout failed");
    }
  }
};

/** Payouts under way, those not asked about for the longest time first. */
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

/** Waiting or cancelled settlements whose money was requested under their present reference; each once an hour. */
const takeLate = async ({ knex }: PayDeps): Promise<Settlement[]> => {
  const late = await Settlement.query(knex)
    .whereIn("status", ["pending", "held", "cancelled"])
    .whereNotNull("sent_at")
    .whereRaw("asked_at <= app_now() - interval '1 hour'")
    // The provider keeps the key of a request for so long.
    .whereRaw("(status <> 'cancelled' or sent_at > app_now() - interval '15 days')")
    .orderBy("asked_at")
    .limit(perRound);
  await Settlement.query(knex)
    .findByIds(late.map(({ id }) => id))
    .patch({ askedAt: appNow() });
  return late;
};

/**
 * Makes the due payouts: first those under way are asked about, then due ones are claimed and sent. Each settlement is
 * paid once, also after kills and lost answers; run by one process at a time.
 */
export const payOut = async (deps: PayDeps): Promise<void> => {
  await oneByOne(deps, await takeOpen(deps), (settlement) => ask(deps, settlement));
  await oneByOne(deps, await takeLate(deps), (settlement) => askLate(deps, settlement));
  const { rows: stuck } = await deps.knex.raw<{ rows: { id: string }[] }>(
    `select id from settlements s
     where status = 'processing' and claimed_at <= app_now() - interval '15 minutes'
       and not exists (select from alerts a where a.kind = 'PAYOUT_STUCK' and a.subject = s.id::text
                       and a.created_at >= s.claimed_at)`,
  );
  for (const { id } of stuck) await raiseAlert(deps, "PAYOUT_STUCK", id, {});
  await askApprovals(deps);
  // Holds may have ended by time alone.
  for (const sellerId of await listStale(deps.knex, perRound))
    await Settlement.transaction(deps.knex, (trx) => refreshHolds(trx, sellerId));
  if (!(await mayPayNow(deps))) return;
  const { rows: sellers } = await deps.knex.raw<{ rows: { seller_id: string }[] }>(
    `select seller_id from settlements
     where status = 'pending' and payable_at <= app_now() and coalesce(next_try_at, '-infinity') <= app_now()
     group by seller_id order by min(payable_at) limit ?`,
    [perRound],
  );
  for (const { seller_id: sellerId } of sellers) {
    const claimed = await claimDue(deps, sellerId);
    if (claimed.length > 0) deps.failpoint("payoutClaimed");
    // A request that may have left before is asked about first: until then nothing else is decided.
    await oneByOne(deps, claimed, (settlement) =>
      (settlement.sentAt === null ? send : ask)(deps, settlement),
    );
  }
};
