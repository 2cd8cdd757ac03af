import { AppError, banks, verificationMinutes, type bankAccountForm } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { Model, raw } from "objection";
import type { InferType } from "yup";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { isRetryable, type TossAnswer } from "../../gateways/toss.ts";
import { AccountVerification } from "./AccountVerification.ts";
import { refuseFrozenBank } from "./bankFreeze.ts";
import { requireActiveUser } from "../users/lockActiveUser.ts";
import { verificationLifecycle, type VerificationStatus } from "./lifecycle.ts";

const { verify, fail, expire } = verificationLifecycle.moves;
const moveTo = { verified: verify, failed: fail, expired: expire } as const;

const messages = {
  pending: "계좌 인증을 확인하고 있습니다. 잠시 후 다시 확인해주세요.",
  verified: "계좌 실명 인증이 완료되었습니다.",
  failed: "계좌 인증에 실패했습니다.",
  expired: "계좌 인증 시간이 지났습니다. 다시 인증해주세요.",
} as const satisfies Record<VerificationStatus, string>;

const unreachable = "계좌 확인이 잠시 되지 않습니다. 잠시 후 다시 시도해주세요.";
const otherHolder = "예금주 정보가 일치하지 않습니다. 은행, 계좌번호, 예금주를 확인해주세요.";

/** The provider's verdict on the account; undefined when its answer has none. */
export const judge = (
  answer: TossAnswer<{ isValid: boolean }>,
): { status: "verified" | "failed"; failureMessage: string | null } | undefined => {
  if (answer.kind === "ok") {
    return answer.value.isValid
      ? { status: "verified", failureMessage: null }
      : { status: "failed", failureMessage: otherHolder };
  }
  // Keys and rights (401, 403), limits (429) and "not now" are our trouble or the provider's, not the account's.
  const isAboutAccount =
    answer.kind === "refused" &&
    answer.status === 400 &&
    !isRetryable(answer.code) &&
    !answer.code.includes("API_KEY");
  return isAboutAccount ? { status: "failed", failureMessage: answer.message } : undefined;
};

/** Moves a check on, if its present state allows it; returns the row, or undefined when nothing moved. */
export const moveVerification = async (
  { knex }: Pick<Deps, "knex">,
  id: string,
  status: keyof typeof moveTo,
  failureMessage: string | null = null,
): Promise<AccountVerification | undefined> =>
  AccountVerification.query(knex)
    .findById(id)
    .whereIn("status", [...moveTo[status].from])
    .patch({ status, failureMessage, ...(status === "verified" ? { verifiedAt: appNow() } : {}) })
    .returning("*")
    .first();

/** Whether the provider shows the holder by sending 1 won: its test environment and our stand-in do. */
const sendsOneWon = ({ toss }: Config): boolean => toss.standin || toss.secretKey.startsWith("test_");

/** Asks the provider whether an account is its holder's, and stores the answer. An unknown one is PROVIDER_ERROR. */
export const verifyAccount = async (
  { knex, config, toss, cipher, log }: Deps,
  userId: string,
  { bankName, accountNumber, accountHolder }: InferType<typeof bankAccountForm>,
): Promise<{ valid: boolean; message: string; orderId: string }> => {
  const bank = banks.find(({ name }) => name === bankName);
  if (!bank) throw new Error("the form let an unknown bank through");
  const orderId = `verify_${randomBytes(16).toString("hex")}`;
  const { id } = await Model.transaction(knex, async (trx) => {
    await requireActiveUser(trx, userId);
    // Before the bank is asked: its answer could not be saved.
    await refuseFrozenBank(trx, userId);
    return AccountVerification.query(trx)
      .insert({
        userId,
        orderId,
        bankName,
        accountNumber: cipher.encrypt(accountNumber, userId),
        numberHmac: cipher.digest(accountNumber, userId),
        accountHolder,
        oneWon: sendsOneWon(config) ? 1 : 0,
      })
      .returning("id");
  });
  const answer = await toss.verifyHolder({ bankCode: bank.code, accountNumber, holderName: accountHolder });
  const verdict = judge(answer);
  if (!verdict) {
    log.warn(
      { orderId, answer: answer.kind === "unknown" ? answer.reason : "refused" },
      "account check unknown",
    );
    throw new AppError("PROVIDER_ERROR", { message: unreachable });
  }
  const moved = await moveVerification({ knex }, id, verdict.status, verdict.failureMessage);
  const status = moved?.status ?? "expired";
  return { valid: status === "verified", message: moved?.failureMessage ?? messages[status], orderId };
};

/** The state of one of this user's checks; undefined when they have none of that name. */
export const readVerification = async (
  { knex }: Pick<Deps, "knex">,
  userId: string,
  orderId: string,
): Promise<{ verified: boolean; message: string; oneWon: boolean } | undefined> => {
  const found = await AccountVerification.query(knex)
    .findOne({ user_id: userId, order_id: orderId })
    .select("*", raw("created_at < app_now() - ? * interval '1 minute'", [verificationMinutes]).as("isOld"))
    .castTo<(AccountVerification & { isOld: boolean }) | undefined>();
  if (!found) return undefined;
  const expired = found.isOld ? await moveVerification({ knex }, found.id, "expired") : undefined;
  const { status, failureMessage, oneWon } = expired ?? found;
  const verified = status === "verified";
  return { verified, message: failureMessage ?? messages[status], oneWon: verified && oneWon === 1 };
};
