import { AppError, verificationMinutes, type bankAccountForm } from "@knowhow/shared";
import type { Context } from "koa";
import { Model, raw } from "objection";
import type { InferType } from "yup";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { frozenHours, refreshHolds } from "../settlements/holds.ts";
import { AccountVerification } from "./AccountVerification.ts";
import { lockActiveUser } from "../users/lockActiveUser.ts";
import { refuseFrozenBank } from "./bankFreeze.ts";
import { recordSecurityEvent, tellDevices, tellOwner } from "./securityEvents.ts";
import { maskAccountNumber } from "../users/presenter.ts";
import { User } from "../users/User.ts";

type BankAccount = InferType<typeof bankAccountForm>;
type BankDeps = Pick<Deps, "knex" | "cipher">;

const changeNotice = `정산 계좌가 변경되었습니다. 앞으로 ${frozenHours}시간 동안 정산이 보류됩니다. 본인이 바꾸지 않았다면 비밀번호를 바꾼 뒤 이곳에 알려주세요.`;

/**
 * The settlement account for its owner's own form, its number in full to a user with a fresh password; nulls when there
 * is none.
 */
export const readBankAccount = async (
  { knex, cipher }: BankDeps,
  { id, isPasswordFresh }: { id: string; isPasswordFresh: boolean },
): Promise<{ [K in keyof BankAccount]: string | null }> => {
  const {
    bankName,
    accountHolder,
    accountNumber: sealed,
  } = await User.query(knex).findById(id).throwIfNotFound();
  const accountNumber = sealed === null ? null : cipher.decrypt(sealed, id);
  return {
    bankName,
    // An open screen must not give it away.
    accountNumber:
      accountNumber === null || isPasswordFresh ? accountNumber : maskAccountNumber(accountNumber),
    accountHolder,
  };
};

/** Saves a settlement account: only exactly the one that this user had verified a short while ago. */
export const saveBankAccount = (
  ctx: Context,
  { knex, cipher, config }: BankDeps & Pick<Deps, "config">,
  userId: string,
  { bankName, accountNumber, accountHolder }: BankAccount,
): Promise<void> =>
  Model.transaction(knex, async (trx) => {
    const user = await lockActiveUser(trx, userId);
    const check = await AccountVerification.query(trx)
      .select("id")
      .where({ user_id: userId, bank_name: bankName, account_holder: accountHolder, status: "verified" })
      .where("number_hmac", cipher.digest(accountNumber, userId))
      .where("verified_at", ">", raw("app_now() - ? * interval '1 minute'", [verificationMinutes]))
      .first();
    if (!check) throw new AppError("ACCOUNT_NOT_VERIFIED");
    const isSame =
      user.bankName === bankName &&
      user.accountHolder === accountHolder &&
      user.accountNumber !== null &&
      cipher.decrypt(user.accountNumber, userId) === accountNumber;
    // A changed account holds payouts back for a while; saving the same one again changes nothing.
    if (isSame) return;
    await refuseFrozenBank(trx, userId);
    await User.query(trx)
      .findById(userId)
      .patch({
        bankName,
        accountNumber: cipher.encrypt(accountNumber, userId),
        accountHolder,
        // A first account replaces none, so payouts do not wait for it.
        ...(user.accountNumber === null ? {} : { bankChangedAt: appNow() }),
      });
    await recordSecurityEvent(ctx, trx, userId, "bank_account_changed");
    await refreshHolds(trx, userId);
    if (user.bankName === null) await tellDevices(trx, userId);
    else await tellOwner(trx, config, userId, changeNotice);
  });
