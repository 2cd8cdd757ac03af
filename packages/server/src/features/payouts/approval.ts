import { Model } from "objection";
import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import { User } from "../users/User.ts";
import type { Deps } from "../../deps.ts";
import { alertOnCredentialError } from "./alertOnCredentialError.ts";
import { refreshHolds } from "../settlements/holds.ts";

type ApprovalDeps = Pick<Deps, "knex" | "toss" | "log">;

/** The provider's states of sellers whom it pays nothing until it knows more about them. */
const waiting = new Set(["APPROVAL_REQUIRED", "KYC_REQUIRED"]);
/** Sellers asked about in one round. */
const perRound = 20;

/** Whether the provider pays nothing to a seller in this state. */
export const isUnapproved = (status: string | undefined): boolean =>
  status !== undefined && waiting.has(status);

/**
 * Asks the provider whether it would pay a seller, and holds or releases their settlements by the answer. One alert is
 * open for as long as it lasts. True when the seller surely waits.
 */
export const askApproval = async (deps: ApprovalDeps, userId: string): Promise<boolean> => {
  const { rows } = await deps.knex.raw<{ rows: { seller_id: string }[] }>(
    `update payout_sellers set next_check_at = app_now() + interval '1 hour'
     where user_id = ? and seller_id is not null returning seller_id`,
    [userId],
  );
  if (!rows[0]) return false;
  const answer = await alertOnCredentialError(deps, deps.toss.payouts.seller(rows[0].seller_id));
  if (answer.kind !== "ok") return false;
  const { status } = answer.value;
  const waits = isUnapproved(status);
  await Model.transaction(deps.knex, async (trx) => {
    await User.query(trx).select("id").findById(userId).forShare();
    await trx("payout_sellers")
      .where({ user_id: userId })
      .update({ waits_for: waits ? status : null });
    await refreshHolds(trx, userId);
  });
  if (waits) await raiseAlert(deps, "SELLER_NOT_APPROVED", userId, { status });
  else
    await resolveAlert(
      deps,
      "SELLER_NOT_APPROVED",
      userId,
      `결제사가 승인해 자동으로 확인했어요. (${status})`,
    );
  return waits;
};

/** Asks about sellers who wait for the provider, each once an hour. */
export const askApprovals = async (deps: ApprovalDeps): Promise<void> => {
  const { rows } = await deps.knex.raw<{ rows: { user_id: string }[] }>(
    `select user_id from payout_sellers where waits_for is not null and next_check_at <= app_now()
     order by next_check_at limit ?`,
    [perRound],
  );
  for (const { user_id: userId } of rows) await askApproval(deps, userId);
};
