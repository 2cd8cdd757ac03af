import { banks } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { User } from "../users/User.ts";
import type { Deps } from "../../deps.ts";
import type { TossAnswer, TossGateway } from "../../gateways/toss.ts";
import { alertOnCredentialError } from "./alertOnCredentialError.ts";

type SellerDeps = Pick<Deps, "knex" | "cipher" | "toss" | "log">;
interface Known {
  ref_seller_id: string;
  seller_id: string | null;
  account_digest: string | null;
}
type Details = Parameters<TossGateway["payouts"]["registerSeller"]>[1];
/** A seller at the provider, registered with the account that they are to be paid at. */
interface Ready {
  id: string;
  /** The provider's status, where it was just asked. */
  status?: string;
}

/** A reference that the provider never forgets: 7 to 20 characters. */
const newReference = (): string => `s${randomBytes(9).toString("hex")}`;

/** Our reference of a seller, stored before the provider gets it: after a lost answer it is asked for again. */
const referenceOf = async ({ knex }: SellerDeps, userId: string): Promise<Known> => {
  await knex("payout_sellers")
    .insert({ user_id: userId, ref_seller_id: newReference() })
    .onConflict()
    .ignore();
  const known = await knex<Known & { user_id: string }>("payout_sellers")
    .where({ user_id: userId })
    .first("ref_seller_id", "seller_id", "account_digest");
  if (!known) throw new Error("the seller's reference was not kept");
  return known;
};

/** Whether the account that the provider shows, mostly starred out, can not be ours. */
const isAnother = (
  told: { bankCode: string; accountNumber: string } | null,
  { bankCode, accountNumber }: Details["account"],
): boolean => {
  if (told === null) return false;
  const shown = told.accountNumber.replace(/[^\d*]/g, "");
  const fits = [...shown].every((digit, at) => digit === "*" || digit === accountNumber[at]);
  // Some places write codes of banks with two digits.
  return Number(told.bankCode) !== Number(bankCode) || shown.length !== accountNumber.length || !fits;
};

/**
 * A key for one call about a seller, never used before: the provider repeats its answer for a known key, and does
 * nothing. Until it has answered, its account of the seller is unknown.
 */
const freshKey = async (
  { knex }: Pick<Deps, "knex">,
  userId: string,
): Promise<{ key: string; round: number }> => {
  const { rows } = await knex.raw<{ rows: { ref_seller_id: string; round: number }[] }>(
    `update payout_sellers set account_digest = null, round = round + 1 where user_id = ?
     returning ref_seller_id, round`,
    [userId],
  );
  const [now] = rows;
  if (!now) throw new Error("the seller's reference is gone");
  return { key: `seller:${now.ref_seller_id}:${now.round}`, round: now.round };
};

/** Sends the provider a seller's account. */
const update = async (
  deps: SellerDeps,
  userId: string,
  { id, details, digest }: { id: string; details: Details; digest: string },
): Promise<TossAnswer<Ready>> => {
  const { knex, toss } = deps;
  const { key, round } = await freshKey(deps, userId);
  const answer = await alertOnCredentialError(deps, toss.payouts.updateSeller(id, details, key));
  if (answer.kind !== "ok") return answer;
  if (isAnother(answer.value.account, details.account))
    return { kind: "unknown", reason: "the provider has another account" };
  await knex("payout_sellers").where({ user_id: userId, round }).update({ account_digest: digest });
  return answer;
};

/** Registers a seller, or finds the one registered by a call whose answer was lost. */
const register = async (
  deps: SellerDeps,
  userId: string,
  { reference, details, digest }: { reference: string; details: Details; digest: string },
): Promise<TossAnswer<Ready>> => {
  const { knex, toss } = deps;
  const { key } = await freshKey(deps, userId);
  const answer = await alertOnCredentialError(deps, toss.payouts.registerSeller(reference, details, key));
  if (answer.kind === "unknown") return answer;
  // A reference is given once: a refusal may mean that it is taken.
  const known =
    answer.kind === "ok"
      ? answer
      : await alertOnCredentialError(deps, toss.payouts.sellerByReference(reference));
  if (known.kind !== "ok") return known;
  if (!known.value) return answer;
  const isSure = answer.kind === "ok" && !isAnother(known.value.account, details.account);
  await knex("payout_sellers")
    .where({ user_id: userId })
    .update({ seller_id: known.value.id, account_digest: isSure ? digest : null });
  return isSure ? answer : update(deps, userId, { id: known.value.id, details, digest });
};

/** The provider's id of a seller who has a settlement's account there; registers or updates them first where needed. */
export const registeredSeller = async (
  deps: SellerDeps,
  {
    sellerId: userId,
    bankName,
    accountNumber,
    accountHolder,
  }: { sellerId: string; bankName: string; accountNumber: string; accountHolder: string },
): Promise<TossAnswer<Ready>> => {
  const known = await referenceOf(deps, userId);
  const number = deps.cipher.decrypt(accountNumber, userId);
  const digest = deps.cipher.digest(JSON.stringify([bankName, number, accountHolder]), userId);
  if (known.seller_id !== null && known.account_digest === digest)
    return { kind: "ok", value: { id: known.seller_id } };
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
  return known.seller_id === null
    ? register(deps, userId, { reference: known.ref_seller_id, details, digest })
    : update(deps, userId, { id: known.seller_id, details, digest });
};
