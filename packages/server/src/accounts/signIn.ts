import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import { Model, raw } from "objection";
import type { Deps } from "../deps.ts";
import { startSession } from "../http/session.ts";
import { knownDevice, rememberDevice } from "./device.ts";
import { counterOf, normaliseIdentifier, tryPassword } from "./lockout.ts";
import { whileVerifying } from "./passwords.ts";
import { User } from "./User.ts";

type SignInDeps = Pick<Deps, "config" | "knex">;

/** Name of the record that counts the tries of this browser at this account. */
export const counterFor = (ctx: Context, { config }: Pick<Deps, "config">, userId: string): string =>
  counterOf({ userId, device: knownDevice(ctx, config, userId) });

/** Opens a session of a person in this browser, under a new id, and remembers the browser. */
export const openSession = async (
  ctx: Context,
  { config }: Pick<Deps, "config">,
  userId: string,
): Promise<void> => {
  await startSession(ctx, { userId });
  rememberDevice(ctx, config, userId);
};

/** Whom a sign-in name means: an address has an @, a login id never. */
const findByIdentifier = async (
  { knex }: Pick<Deps, "knex">,
  identifier: string,
): Promise<User | undefined> =>
  User.query(knex).findOne(
    raw("lower(??)", [identifier.includes("@") ? "email" : "user_id"]),
    raw("lower(?)", [normaliseIdentifier(identifier)]),
  );

/** Signs somebody in by e-mail address or login id. Fails with WRONG_CREDENTIALS, LOGIN_LOCKED or UNAVAILABLE. */
export const signIn = async (
  ctx: Context,
  deps: SignInDeps,
  { emailOrUserId, password }: { emailOrUserId: string; password: string },
): Promise<string> => {
  const user = await whileVerifying(async (verify) => {
    const found = await findByIdentifier(deps, emailOrUserId);
    const counter = found ? counterFor(ctx, deps, found.id) : counterOf({ text: emailOrUserId });
    const isRight = await tryPassword(deps.knex, verify, { counter, stored: found?.password, password });
    if (!found || !isRight) throw new AppError("WRONG_CREDENTIALS");
    return found;
  });
  // Held until the session stands: a password changed at this moment ends this session too, or refuses it.
  await Model.transaction(deps.knex, async (trx) => {
    const same = await User.query(trx)
      .select("id")
      .findById(user.id)
      .where({ password: user.password })
      .forShare();
    if (!same) throw new AppError("WRONG_CREDENTIALS");
    await openSession(ctx, deps, user.id);
  });
  return user.id;
};
