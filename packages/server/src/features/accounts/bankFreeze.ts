import { AppError, formatDateTime } from "@knowhow/shared";
import { raw } from "objection";
import type { Trx } from "../../database/BaseModel.ts";
import { frozenHours } from "../settlements/holds.ts";
import { User } from "../users/User.ts";

/** In SQL, of `users`: until when the settlement account is frozen; null when it may be changed. */
export const bankFrozenUntilSql = `case when temp_login_at > app_now() - interval '${frozenHours} hours'
  then temp_login_at + interval '${frozenHours} hours' end`;

class FreezableUser extends User {
  declare bankFrozenUntil: Date | null;
}

/** Fails with ACCOUNT_NOT_VERIFIED, telling the end of the freeze, while the settlement account is frozen. */
export const refuseFrozenBank = async (trx: Trx, userId: string): Promise<void> => {
  const user = await FreezableUser.query(trx)
    .findById(userId)
    .select(raw(bankFrozenUntilSql).as("bankFrozenUntil"));
  if (!user?.bankFrozenUntil) return;
  throw new AppError("ACCOUNT_NOT_VERIFIED", {
    message: `임시 비밀번호로 로그인한 뒤 ${frozenHours}시간 동안은 정산 계좌를 바꿀 수 없습니다. ${formatDateTime(user.bankFrozenUntil)}부터 바꿀 수 있습니다.`,
  });
};
