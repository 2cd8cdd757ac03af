import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import { Model } from "objection";
import type { Deps } from "../deps.ts";
import { stateOf } from "../http/state.ts";
import { currentSessionHash } from "../http/session.ts";
import { tryPassword } from "./lockout.ts";
import { hashPassword, refuseCommonPassword, whileVerifying } from "./passwords.ts";
import { counterFor, openSession } from "./signIn.ts";
import { User } from "./User.ts";

type PasswordDeps = Pick<Deps, "config" | "knex">;

/** Makes the signed-in person prove the password, as one of their tries; `field` is what the form calls it. */
export const provePassword = async (
  ctx: Context,
  deps: PasswordDeps,
  { userId, password, field }: { userId: string; password: string; field: string },
): Promise<void> => {
  const isRight = await whileVerifying(async (verify) => {
    const user = await User.query(deps.knex).select("password", "temp_password").findById(userId);
    const counter = counterFor(ctx, deps, userId);
    // Who signed in with a temporary password has no other.
    const stored = stateOf(ctx).viewer?.mustChangePassword
      ? (user?.tempPassword ?? undefined)
      : user?.password;
    return tryPassword(deps.knex, verify, { counter, stored, password });
  });
  if (isRight) return;
  const error = new AppError("WRONG_PASSWORD");
  throw new AppError("WRONG_PASSWORD", { fields: { [field]: error.message } });
};

/** Changes the password: the person's other sessions end, this one goes on under a new id. */
export const changePassword = async (
  ctx: Context,
  deps: PasswordDeps,
  { userId, currentPassword, newPassword }: { userId: string; currentPassword: string; newPassword: string },
): Promise<void> => {
  refuseCommonPassword(newPassword, "newPassword");
  await provePassword(ctx, deps, { userId, password: currentPassword, field: "currentPassword" });
  const password = await hashPassword(newPassword);
  await Model.transaction(deps.knex, async (trx) => {
    await User.query(trx)
      .findById(userId)
      .patch({ password, tempPassword: null, tempPasswordExpiresAt: null });
    await trx("sessions")
      .where({ user_id: userId })
      .whereNot({ id_hash: currentSessionHash(ctx) ?? "" })
      .delete();
  });
  await openSession(ctx, deps, userId);
};
