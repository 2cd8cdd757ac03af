import type { CurrentUser } from "@knowhow/shared";
import { raw, type TransactionOrKnex } from "objection";
import type { Deps } from "../../deps.ts";
import { isAdminId } from "../../http/session.ts";
import { bankFrozenUntilSql } from "./bankFreeze.ts";
import { maskAccountNumber, presentCurrentUser } from "../users/presenter.ts";
import { User } from "../users/User.ts";

class UserWithNotice extends User {
  /** The newest active warning that the user has not seen. */
  declare unseenPenaltyId: string | null;
  /** The reason of the suspension, else of the last warning. */
  declare penaltyReason: string | null;
  declare bankFrozenUntil: Date | null;
}

const unseenWarning = raw(/* sql */ `(
  select p.id from user_penalties p
  where p.user_id = users.id and p.penalty_type = 'warning' and p.is_active = 1 and p.seen_at is null
  order by p.created_at desc, p.id desc limit 1)`);

const penaltyReason = raw(/* sql */ `(
  select p.reason from user_penalties p
  where p.user_id = users.id and p.is_active = 1 and (p.penalty_type = 'warning' or p.end_date > app_now())
  order by case when p.end_date > app_now() then p.end_date end desc nulls last, p.created_at desc, p.id desc limit 1)`);

/** Reads a user as their own screens show them; undefined when the account is gone. */
export const readCurrentUser = async (
  { config, cipher }: Pick<Deps, "config" | "cipher">,
  db: TransactionOrKnex,
  id: string,
  { mustChangePassword = false } = {},
): Promise<CurrentUser | undefined> => {
  const user = await UserWithNotice.query(db)
    .findById(id)
    .select(
      "users.*",
      unseenWarning.as("unseenPenaltyId"),
      penaltyReason.as("penaltyReason"),
      raw(bankFrozenUntilSql).as("bankFrozenUntil"),
    );
  return (
    user &&
    presentCurrentUser(user, {
      isAdmin: isAdminId(config, user.userId),
      mustChangePassword,
      accountNumberMasked:
        user.accountNumber === null ? null : maskAccountNumber(cipher.decrypt(user.accountNumber, user.id)),
      unseenPenaltyId: user.unseenPenaltyId,
      penaltyReason: user.penaltyReason,
      bankFrozenUntil: user.bankFrozenUntil,
    })
  );
};
