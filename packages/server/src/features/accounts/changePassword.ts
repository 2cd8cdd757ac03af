import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import { Model } from "objection";
import type { Deps } from "../../deps.ts";
import { stateOf } from "../../http/state.ts";
import { currentSessionHash, endOfSession } from "../../http/session.ts";
import { tryPassword } from "./lockout.ts";
import { hashPassword, refuseCommonPassword, whileVerifying } from "./passwords.ts";
import { keepDevices } from "../push/subscriptions.ts";
import { lockActiveUser } from "../users/lockActiveUser.ts";
import { counterFor, endSessions, openSession } from "./signIn.ts";
import { recordSecurityEvent } from "./securityEvents.ts";
import { User } from "../users/User.ts";

type PasswordDeps = Pick<Deps, "config" | "knex" | "cipher">;

const wrongPassword = (field: string): AppError => {
  const error = new AppError("WRONG_PASSWORD");
  return new AppError("WRONG_PASSWORD", { fields: { [field]: error.message } });
};

/** After a sign-in with a temporary password, that one is the user's only password. */
const columnOf = (ctx: Context): "password" | "tempPassword" =>
  stateOf(ctx).viewer?.mustChangePassword ? "tempPassword" : "password";

/**
 * Checks the signed-in user's password, as one of their tries; `field` is its name in the form. Returns the hash that
 * matched.
 */
export const provePassword = async (
  ctx: Context,
  deps: PasswordDeps,
  { userId, password, field }: { userId: string; password: string; field: string },
): Promise<string> => {
  const proven = await whileVerifying(async (verify) => {
    const user = await User.query(deps.knex).select("password", "temp_password").findById(userId);
    const counter = counterFor(ctx, deps, userId);
    const stored = user?.[columnOf(ctx)] ?? undefined;
    return (await tryPassword(deps.knex, verify, { counter, stored, password })) ? stored : undefined;
  });
  if (proven !== undefined) return proven;
  await recordSecurityEvent(ctx, deps.knex, userId, "password_refused");
  throw wrongPassword(field);
};

/**
 * Changes the password: the user's other sessions end, this one goes on under a new id. Of two changes at once, or of
 * one and a sign-in with a temporary password, one wins: the loser's proven password is no longer valid.
 */
export const changePassword = async (
  ctx: Context,
  deps: PasswordDeps,
  { userId, currentPassword, newPassword }: { userId: string; currentPassword: string; newPassword: string },
): Promise<void> => {
  const field = "currentPassword";
  refuseCommonPassword(newPassword, "newPassword");
  const proven = await provePassword(ctx, deps, { userId, password: currentPassword, field });
  const password = await hashPassword(newPassword);
  await Model.transaction(deps.knex, async (trx) => {
    const user = await lockActiveUser(trx, userId);
    const own = { id_hash: currentSessionHash(ctx) ?? "" };
    if (!(await trx("sessions").where(own).first("id_hash"))) throw new AppError("LOGIN_REQUIRED");
    if (user[columnOf(ctx)] !== proven) throw wrongPassword(field);
    await User.query(trx)
      .findById(userId)
      .patch({ password, tempPassword: null, tempPasswordExpiresAt: null });
    await keepDevices(trx, own.id_hash, async () => {
      await endSessions(trx, userId);
      await recordSecurityEvent(ctx, trx, userId, "password_changed");
      // This is no new sign-in: a session with a fixed end keeps it.
      const endsAt = endOfSession(ctx);
      await openSession(ctx, { ...deps, trx }, userId, endsAt === undefined ? {} : { endsAt });
      return currentSessionHash(ctx);
    });
  });
};
