import { raw, type TransactionOrKnex } from "objection";
import { appTime } from "../../database/clock.ts";
import { frozenHours } from "../settlements/holds.ts";
import { User } from "../users/User.ts";

/** The fields that recovery asks for beside the login id. */
export type Identity = Pick<User, "name" | "nickname" | "email" | "phoneNumber">;

/** In SQL, of `users`: whether recovery still goes by the values before the last changes. */
export const isWithinChangeSql = `identity_changed_at > app_now() - interval '${frozenHours} hours'`;

/** The fields among the form's changes that need a fresh password. */
export const changedIdentity = (
  user: Identity,
  form: Omit<Identity, "nickname">,
): ("name" | "email" | "phoneNumber")[] =>
  (["name", "email", "phoneNumber"] as const).filter((field) => user[field] !== form[field]);

/**
 * The columns that a change of a user's identity writes beside the new values. Recovery goes by the last values that
 * stood undisturbed: further changes within the time, also back and forth, do not replace them.
 */
export const identityPatch = async (
  trx: TransactionOrKnex,
  user: User,
  form: Identity,
): Promise<Partial<Pick<User, "recoveryIdentity" | "identityChangedAt" | "accountChangedAt">>> => {
  const isProtected = changedIdentity(user, form).length > 0;
  if (!isProtected && user.nickname === form.nickname) return {};
  const now = appTime("app_now()");
  const { name, nickname, email, phoneNumber } = user;
  const isWithin =
    user.identityChangedAt !== null &&
    (await User.query(trx).select("id").findById(user.id).where(raw(isWithinChangeSql))) !== undefined;
  return {
    ...(isProtected ? { accountChangedAt: now } : {}),
    ...(isProtected || !isWithin ? { identityChangedAt: now } : {}),
    ...(isWithin ? {} : { recoveryIdentity: { name, nickname, email, phoneNumber } }),
  };
};
