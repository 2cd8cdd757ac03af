import { AppError, clientHeader, consoleClient, consoleSessionHours } from "@knowhow/shared";
import type { Context } from "koa";
import { Model, raw } from "objection";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { frozenHours, refreshHolds } from "../settlements/holds.ts";
import { startSession, type SessionData } from "../../http/session.ts";
import { ensureKeyPair } from "../deviceKeys/keyPairs.ts";
import { addressKey } from "../../http/address.ts";
import { knownDevice, rememberDevice } from "./device.ts";
import { counterOf, normaliseIdentifier, reserveTempTry, tryPassword } from "./lockout.ts";
import { nobodysPassword, whileVerifying, type Verify } from "./passwords.ts";
import { recordSecurityEvent, tellOwner } from "./securityEvents.ts";
import { User } from "../users/User.ts";

type SignInDeps = Pick<Deps, "config" | "knex" | "cipher">;

/** Name of the record that counts the tries of this browser at this account. */
export const counterFor = (ctx: Context, { config }: Pick<Deps, "config">, userId: string): string =>
  counterOf({ userId, device: knownDevice(ctx, config, userId) });

/** The end of a new session where the console begins it: naming itself, it can only shorten it. */
const endOfNew = async (ctx: Context, { knex }: Pick<Deps, "knex">): Promise<Pick<SessionData, "endsAt">> => {
  if (ctx.get(clientHeader) !== consoleClient) return {};
  const { rows } = await knex.raw<{ rows: [{ at: Date }] }>(
    "select app_now() + ? * interval '1 hour' as at",
    [consoleSessionHours],
  );
  return { endsAt: rows[0].at.toISOString() };
};

/** Opens a session of a user in this browser, under a new id, and remembers the browser. */
export const openSession = async (
  ctx: Context,
  { trx, ...given }: SignInDeps & { trx?: Trx },
  userId: string,
  session: Omit<SessionData, "userId"> = {},
): Promise<void> => {
  const deps = { ...given, knex: trx ?? given.knex };
  // Keys first: to a device, an account without any means that its user has left.
  await ensureKeyPair(deps, userId);
  await startSession(ctx, { userId, ...(await endOfNew(ctx, deps)), ...session }, trx);
  rememberDevice(ctx, deps.config, userId);
};

/** Ends all of a user's sessions; this browser's next one is opened after it. */
export const endSessions = async (trx: Trx, userId: string): Promise<void> => {
  await trx("sessions").where({ user_id: userId }).delete();
};

class SigningIn extends User {
  /** A temporary password that can still be used; the database's clock decides. */
  declare usableTemp: string | null;
}

/** Finds the user of a sign-in name: an address has an @, a login id never. */
const findByIdentifier = async (
  { knex }: Pick<Deps, "knex">,
  identifier: string,
): Promise<SigningIn | undefined> =>
  SigningIn.query(knex)
    .select(
      "users.*",
      raw("case when temp_password_expires_at > app_now() then temp_password end").as("usableTemp"),
    )
    .findOne(
      raw("lower(??)", [identifier.includes("@") ? "email" : "user_id"]),
      raw("lower(?)", [normaliseIdentifier(identifier)]),
    );

/** The user who signed in, and whether they must change their password first. */
interface SignedIn {
  id: string;
  mustChangePassword: boolean;
}

const tempLoginNotice = `임시 비밀번호로 로그인했습니다. 다른 기기에서는 로그아웃되었고, ${frozenHours}시간 동안 정산이 보류되며 정산 계좌를 바꿀 수 없습니다. 본인이 아니라면 이곳에 알려주세요.`;

/**
 * The one sign-in with a temporary password: the old password and all sessions end, and from here it only proves the
 * change. False when another sign-in was quicker.
 */
const spendTemp = async (ctx: Context, deps: SignInDeps, userId: string, temp: string): Promise<boolean> =>
  Model.transaction(deps.knex, async (trx) => {
    const spent = await User.query(trx)
      .findById(userId)
      .where({ temp_password: temp })
      .where("temp_password_expires_at", ">", raw("app_now()"))
      .patch({ password: nobodysPassword, tempPasswordExpiresAt: null, tempLoginAt: appNow() });
    if (spent === 0) return false;
    // The change of the password, which comes next, is counted there as well.
    await trx("login_attempts")
      .where({ identifier: counterFor(ctx, deps, userId) })
      .delete();
    await endSessions(trx, userId);
    await refreshHolds(trx, userId);
    await openSession(ctx, { ...deps, trx }, userId, { mustChangePassword: true });
    await recordSecurityEvent(ctx, trx, userId, "signed_in_temporary");
    await tellOwner(trx, deps.config, userId, tempLoginNotice);
    return true;
  });

/** Signs a user in by e-mail address or login id. Fails with WRONG_CREDENTIALS, LOGIN_LOCKED or UNAVAILABLE. */
export const signIn = async (
  ctx: Context,
  deps: SignInDeps,
  { emailOrUserId, password }: { emailOrUserId: string; password: string },
): Promise<SignedIn> => {
  let temp: string | undefined;
  const user = await whileVerifying(async (verify) => {
    const found = await findByIdentifier(deps, emailOrUserId);
    const counter = found ? counterFor(ctx, deps, found.id) : counterOf({ text: emailOrUserId });
    const either: Verify = async (stored, given) => {
      if (await verify(stored, given)) return true;
      // Compared in any case: the time does not tell whether there is a temporary password.
      const usable = found?.usableTemp ?? undefined;
      if (!(await verify(usable, given))) return false;
      temp = usable;
      return true;
    };
    const asTemp = async (locked: unknown): Promise<boolean> => {
      if (!(locked instanceof AppError) || locked.code !== "LOGIN_LOCKED") throw locked;
      // A stranger's tries do not use up other addresses'.
      if (!(await reserveTempTry(deps.knex, counter, addressKey(ctx.ip)))) throw locked;
      const usable = found?.usableTemp ?? undefined;
      if (!(await verify(usable, password))) throw locked;
      temp = usable;
      return true;
    };
    const isRight = await tryPassword(deps.knex, either, {
      counter,
      stored: found?.password,
      password,
    }).catch(asTemp);
    if (!found || !isRight) throw new AppError("WRONG_CREDENTIALS");
    return found;
  });
  if (temp !== undefined) {
    if (!(await spendTemp(ctx, deps, user.id, temp))) throw new AppError("WRONG_CREDENTIALS");
    return { id: user.id, mustChangePassword: true };
  }
  // Locked until the session is stored: a simultaneous change of the password ends this session too, or refuses it.
  await Model.transaction(deps.knex, async (trx) => {
    const same = await User.query(trx)
      .select("id")
      .findById(user.id)
      .where({ password: user.password })
      .forShare();
    if (!same) throw new AppError("WRONG_CREDENTIALS");
    await openSession(ctx, { ...deps, trx }, user.id);
    await recordSecurityEvent(ctx, trx, user.id, "signed_in");
  });
  return { id: user.id, mustChangePassword: false };
};
