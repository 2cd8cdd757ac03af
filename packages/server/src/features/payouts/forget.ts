import type { Deps } from "../../deps.ts";
import { alertOnCredentialError } from "./alertOnCredentialError.ts";

type ForgetDeps = Pick<Deps, "knex" | "log" | "toss">;

/** Sellers in one run; the next one continues. */
const atOnce = 100;
/** The status of a refusal because there is none. */
const none = 404;

/** The provider's id of a seller; undefined when it has none, also by a call whose answer was lost. */
const nameThere = async (
  { knex, toss, log }: ForgetDeps,
  { seller_id, ref_seller_id }: { seller_id: string | null; ref_seller_id: string },
) =>
  seller_id === null
    ? alertOnCredentialError({ knex, log }, toss.payouts.sellerByReference(ref_seller_id))
    : { kind: "ok" as const, value: { id: seller_id } };

/**
 * Makes the provider forget sellers who left, once all their settlements are final, then deletes their provider ids
 * here. Returns how many. An interrupted call is repeated: the provider then answers that it has none.
 */
export const forgetSellers = async (deps: ForgetDeps): Promise<number> => {
  const { rows } = await deps.knex.raw<{
    rows: { user_id: string; seller_id: string | null; ref_seller_id: string }[];
  }>(
    `select p.user_id, p.seller_id, p.ref_seller_id from payout_sellers p join users u on u.id = p.user_id
     where u.left_at is not null and not exists (
       select from settlements s where s.seller_id = u.id and s.status not in ('completed', 'cancelled'))
     order by u.left_at limit ?`,
    [atOnce],
  );
  const refused: string[] = [];
  let count = 0;
  for (const seller of rows) {
    const found = await nameThere(deps, seller);
    const answer =
      found.kind === "ok" && found.value
        ? await alertOnCredentialError(deps, deps.toss.payouts.removeSeller(found.value.id))
        : found;
    // The provider is away: the next run continues.
    if (answer.kind === "unknown") break;
    if (answer.kind === "refused" && answer.status !== none) {
      refused.push(answer.code);
      continue;
    }
    await deps.knex("payout_sellers").where({ user_id: seller.user_id }).delete();
    count += 1;
  }
  if (refused.length > 0) throw new Error(`the provider keeps sellers: ${refused.join(", ")}`);
  return count;
};
