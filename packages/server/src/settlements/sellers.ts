import { banks } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { User } from "../accounts/User.ts";
import type { Deps } from "../deps.ts";
import type { TossAnswer, TossGateway } from "../gateways/toss.ts";

type SellerDeps = Pick<Deps, "knex" | "cipher" | "toss">;
interface Known {
  ref_seller_id: string;
  seller_id: string | null;
  account_digest: string | null;
  round: number;
}
type Details = Parameters<TossGateway["payouts"]["registerSeller"]>[1];

/** A name that the provider never forgets: 7 to 20 characters. */
const newReference = (): string => `s${randomBytes(9).toString("hex")}`;

/** Our name of a seller, kept before the provider hears of it: an answer that is lost is asked for again. */
const referenceOf = async ({ knex }: SellerDeps, userId: string): Promise<Known> => {
  await knex.raw("insert into payout_sellers (user_id, ref_seller_id) values (?, ?) on conflict do nothing", [
    userId,
    newReference(),
  ]);
  const { rows } = await knex.raw<{ rows: Known[] }>(
    "select ref_seller_id, seller_id, account_digest, round from payout_sellers where user_id = ?",
    [userId],
  );
  if (!rows[0]) throw new Error("the seller's reference was not kept");
  return rows[0];
};

/**
 * The provider's id of a seller with the account that a settlement goes to; registered, or brought up to date, where
 * that is needed.
 */
export const registeredSeller = async (
  deps: SellerDeps,
  {
    sellerId: userId,
    bankName,
    accountNumber,
    accountHolder,
  }: { sellerId: string; bankName: string; accountNumber: string; accountHolder: string },
): Promise<TossAnswer<string>> => {
  const known = await referenceOf(deps, userId);
  const number = deps.cipher.decrypt(accountNumber, userId);
  const digest = deps.cipher.digest(JSON.stringify([bankName, number, accountHolder]), userId);
  if (known.seller_id !== null && known.account_digest === digest)
    return { kind: "ok", value: known.seller_id };
  const user = await User.query(deps.knex).findById(userId).throwIfNotFound();
  const details: Details = {
    name: user.name,
    email: user.email,
    phone: user.phoneNumber,
    account: {
      bankCode: banks.find(({ name }) => name === bankName)?.code ?? "",
      accountNumber: number,
      holderName: accountHolder,
    },
  };
  const { payouts } = deps.toss;
  const key = `seller:${known.ref_seller_id}:${known.round}`;
  const answer =
    known.seller_id === null
      ? await payouts.registerSeller(known.ref_seller_id, details, key)
      : await payouts.updateSeller(known.seller_id, details, `${key}:${digest.slice(0, 40)}`);
  if (answer.kind === "refused")
    await deps.knex.raw("update payout_sellers set round = round + 1 where user_id = ?", [userId]);
  if (answer.kind !== "ok") return answer;
  await deps.knex.raw("update payout_sellers set seller_id = ?, account_digest = ? where user_id = ?", [
    answer.value.id,
    digest,
    userId,
  ]);
  return { kind: "ok", value: answer.value.id };
};
