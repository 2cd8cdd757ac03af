import { AppError, errors, staffNameMessage, type registerForm } from "@knowhow/shared";
import type { InferType } from "yup";
import type { Deps } from "../../deps.ts";
import { isAdminId } from "../../http/session.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { storedSkeletonOf } from "./skeleton.ts";
import { claimsOffice, isOfficeId } from "./staffNames.ts";
import { mapTaken, refuseTaken } from "./uniqueness.ts";
import { User } from "../users/User.ts";

/** The values of a new account; all others are the database's defaults. */
export type NewAccount = Pick<
  InferType<typeof registerForm>,
  "name" | "userId" | "nickname" | "email" | "phoneNumber" | "password"
>;

/** Creates an account. Fails when a value is taken (also by a quicker request) or the password is too common. */
export const createAccount = async ({ knex }: Pick<Deps, "knex">, account: NewAccount): Promise<User> => {
  const { name, userId, nickname, phoneNumber, password } = account;
  const email = account.email.normalize("NFC");
  refuseCommonPassword(password, "password");
  const unique = { userId, nickname, email };
  await refuseTaken(knex, unique);
  const hashed = await hashPassword(password);
  return mapTaken(knex, unique, async () =>
    User.query(knex)
      .insert({
        name,
        userId,
        nickname,
        email,
        phoneNumber,
        password: hashed,
        userIdSkeleton: storedSkeletonOf(userId),
        nicknameSkeleton: storedSkeletonOf(nickname),
      })
      .returning("*"),
  );
};

/** Registers a user; administrators' ids are refused. */
export const register = async (deps: Pick<Deps, "config" | "knex">, account: NewAccount): Promise<User> => {
  if (claimsOffice(account.nickname))
    throw new AppError("VALIDATION", { fields: { nickname: staffNameMessage } });
  // Which ids are administrators' stays secret: all possible ones count as taken.
  if (isAdminId(deps.config, account.userId) || isOfficeId(account.userId)) {
    throw new AppError("USER_ID_TAKEN", { fields: { userId: errors.USER_ID_TAKEN.message } });
  }
  return createAccount(deps, account);
};
