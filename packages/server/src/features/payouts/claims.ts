import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import { User } from "../users/User.ts";
import { appNow, appTime } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { stateAfter, statesSql } from "../../lifecycle.ts";
import { netClawbacks, recoverClawbacks, voidClawback } from "../settlements/clawbacks.ts";
import { closeRefusal } from "../settlements/closeRefusal.ts";
import { holdReason, refreshHolds } from "../settlements/holds.ts";
import { settlementMoves } from "../settlements/lifecycle.ts";
import { book } from "../settlements/ledger.ts";
import { Settlement } from "../settlements/Settlement.ts";
import { mayHaveLeft, reclaimSettlement } from "../settlements/reclaim.ts";

type ClaimDeps = Pick<Deps, "knex" | "log">;

/** Definite refusals after which an administrator has to look. */
const maxAttempts = 5;
/** Hours until the next try, by the number of refusals before. */
const patience = [1, 6, 24, 24] as const;
/** Hours until the next try of a payout that the provider would make, but not now. */
const notNowHours = 1;

/** The seller first, as in every change of what they may be paid: a concurrent one is waited for. */
const lockSeller = async (trx: Trx, sellerId: string): Promise<void> => {
  await User.query(trx).select("id").findById(sellerId).forShare();
};

/** Claims a seller's due settlements, after refreshing their holds: committed before any call. */
export const claimDue = ({ knex }: ClaimDeps, sellerId: string): Promise<Settlement[]> =>
  Settlement.transaction(knex, async (trx) => {
    await lockSeller(trx, sellerId);
    await refreshHolds(trx, sellerId);
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `update settlements s set status = '${settlementMoves.claim.to}', bank_name = u.bank_name, account_number = u.account_number,
         account_holder = u.account_holder, claimed_at = app_now(), asked_at = app_now(), payout_id = null
       from users u
       where u.id = s.seller_id and s.seller_id = ? and s.status in ${statesSql(settlementMoves.claim.from)} and s.payable_at <= app_now()
         and coalesce(s.next_try_at, '-infinity') <= app_now() and u.bank_name is not null
       returning s.id`,
      [sellerId],
    );
    const claimed = await Settlement.query(trx)
      .findByIds(rows.map(({ id }) => id))
      .orderBy(["payable_at", "id"]);
    await netClawbacks(trx, sellerId, claimed);
    return claimed;
  });

/**
 * Whether a claimed settlement may still be sent, by the present reasons of a hold; if not, it goes back to be held.
 * `isLast`: the request for its money leaves next.
 * It keeps its reference: if an earlier request without an answer arrives after all, the next one asks for the same
 * payout, and it is paid once.
 */
export const mayGo = async (
  deps: ClaimDeps,
  { id, sellerId }: Settlement,
  { isLast = false } = {},
): Promise<boolean> => {
  const verdict = await Settlement.transaction(deps.knex, async (trx) => {
    await lockSeller(trx, sellerId);
    const settlement = await Settlement.query(trx).findById(id).forNoKeyUpdate().throwIfNotFound();
    if (settlement.status !== "processing") return "gone";
    const reason = await holdReason(trx, id);
    if (reason === null) {
      if (isLast) await settlement.$query(trx).patch({ sentAt: appNow() });
      return "goes";
    }
    // A request that has just left may still be on its way: the provider takes up to a minute.
    const back = await Settlement.query(trx)
      .findById(id)
      .whereRaw("coalesce(sent_at, '-infinity') <= app_now() - interval '2 minutes'")
      .patch({ status: stateAfter(settlementMoves.putBack, settlement.status) });
    if (back === 0) return "unsure";
    if (!(await voidClawback(trx, id))) await refreshHolds(trx, sellerId, id);
    return "held";
  });
  if (verdict === "held") {
    deps.log.info({ settlementId: id }, "payout held after its claim");
    await resolveAlert(deps, "PAYOUT_STUCK", id, "지급이 보류되어 자동으로 확인했어요.");
  }
  return verdict === "goes";
};

/** Takes up a waiting settlement again whose payout the provider knows; false where that is no longer so. */
export const resume = ({ knex }: ClaimDeps, { id, sellerId, providerRound }: Settlement): Promise<boolean> =>
  Settlement.transaction(knex, async (trx) => {
    await lockSeller(trx, sellerId);
    const settlement = await Settlement.query(trx).findById(id).forNoKeyUpdate().throwIfNotFound();
    if (!mayHaveLeft(settlement) || settlement.providerRound !== providerRound) return false;
    await reclaimSettlement(trx, settlement);
    return true;
  });

/** Books an arrived payout, once; one that was kept back whole has no payout. */
export const complete = async (
  deps: ClaimDeps,
  settlementId: string,
  payoutId: string | null,
): Promise<void> => {
  await Settlement.transaction(deps.knex, async (trx) => {
    const settlement = await Settlement.query(trx).findById(settlementId).forNoKeyUpdate().throwIfNotFound();
    if (settlement.status !== "processing") return;
    await settlement.$query(trx).patch({
      status: stateAfter(settlementMoves.complete, settlement.status),
      settledAt: appNow(),
      payoutId,
      // A hold that came meanwhile is too late.
      manualHold: null,
    });
    const { sellerId, amount, clawbackAmount } = settlement;
    await closeRefusal(trx, settlement.orderId);
    await recoverClawbacks(trx, settlement);
    // The refund has already taken the kept-back part from the seller's account.
    const won = amount - clawbackAmount;
    if (won === 0) return;
    await book(trx, `payout:${settlement.id}`, settlement.orderId, [
      { account: "seller", sellerId, debit: won },
      { account: "cash", credit: won },
    ]);
  });
  await resolveAlert(deps, "PAYOUT_STUCK", settlementId, "지급되어 자동으로 확인했어요.");
};

/** A definite refusal by the provider. `isNotNow`: it counts as no try. `isOfSeller`: of the seller, before any request. */
interface Refusal {
  code: string;
  isNotNow?: boolean;
  isOfSeller?: boolean;
}

/**
 * Acts on a definite refusal: another try under another reference or, after five, an alert. A refusal of the seller
 * tells nothing about an earlier request, which may still arrive: such a settlement keeps its reference and its sum, and
 * is never given up, since the rounds ask about waiting ones alone.
 */
export const refuse = async (
  deps: ClaimDeps,
  { id: settlementId, sellerId }: Settlement,
  { code, isNotNow = false, isOfSeller = false }: Refusal,
): Promise<void> => {
  const refused = await Settlement.transaction(deps.knex, async (trx) => {
    await lockSeller(trx, sellerId);
    const locked = await Settlement.query(trx).findById(settlementId).forNoKeyUpdate().throwIfNotFound();
    if (locked.status !== "processing") return undefined;
    const attempts = locked.attempts + (isNotNow ? 0 : 1);
    const mayArrive = isOfSeller && locked.sentAt !== null;
    const isExhausted = !isNotNow && attempts >= maxAttempts;
    const hours = isNotNow ? notNowHours : (patience[Math.min(attempts, patience.length) - 1] ?? 24);
    await locked.$query(trx).patch({
      status: stateAfter(
        isExhausted && !mayArrive ? settlementMoves.giveUp : settlementMoves.putBack,
        locked.status,
      ),
      attempts,
      nextTryAt: appTime("app_now() + ? * interval '1 hour'", [hours]),
      ...(mayArrive
        ? {}
        : { providerRound: locked.providerRound + 1, payoutId: null, sentAt: null, clawbackAmount: 0 }),
    });
    const within = { ...deps, knex: trx };
    const isVoid = await voidClawback(trx, settlementId);
    // One call for a payout that stays stuck, not one for each of its tries.
    if (isVoid || !mayArrive)
      await resolveAlert(
        within,
        "PAYOUT_STUCK",
        settlementId,
        `결제사가 거절해 자동으로 확인했어요. (${code})`,
      );
    if (isVoid) return attempts;
    await refreshHolds(trx, sellerId);
    // With the state itself: no later round looks at a payout that was given up.
    if (isExhausted)
      await raiseAlert(within, mayArrive ? "PAYOUT_STUCK" : "PAYOUT_FAILED", settlementId, { code });
    return attempts;
  });
  if (refused !== undefined) deps.log.warn({ settlementId, code, attempts: refused }, "payout refused");
};
