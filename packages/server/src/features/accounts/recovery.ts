import { AppError, type findAccountForm, type resetPasswordForm } from "@knowhow/shared";
import { randomInt } from "node:crypto";
import type { Context } from "koa";
import { raw } from "objection";
import type { InferType } from "yup";
import { appTime } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { isAdminId } from "../../http/session.ts";
import { addressKey } from "../../http/address.ts";
import { knownDevice } from "./device.ts";
import { isWithinChangeSql } from "./identity.ts";
import { resetTempTries } from "./lockout.ts";
import { hashPassword } from "./passwords.ts";
import { reserveRecoveryTry } from "./recoveryTries.ts";
import { recordSecurityEvent } from "./securityEvents.ts";
import { User } from "../users/User.ts";

type RecoveryDeps = Pick<Deps, "config" | "knex" | "pool">;
type Given = InferType<typeof findAccountForm> & Partial<Pick<InferType<typeof resetPasswordForm>, "userId">>;

/** Minutes in which a temporary password can be signed in with. */
const tempMinutes = 10;

/** A user as recovery sees them: with the values from before the changes of the last days, if there are any. */
class RecoverableUser extends User {
  declare isWithinChange: boolean;
}

const plainPhone = (text: string): string => text.replace(/[\s-]/g, "");
const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase();

/** All users whose present or former address this is. */
const findCandidates = async ({ knex }: RecoveryDeps, email: string): Promise<RecoverableUser[]> =>
  RecoverableUser.query(knex)
    .select("users.*", raw(`coalesce(${isWithinChangeSql}, false)`).as("isWithinChange"))
    .whereRaw(
      `lower(email) = :email
       or (recovery_identity is not null and lower(recovery_identity ->> 'email') = :email and ${isWithinChangeSql})`,
      { email: folded(email) },
    );

/** Tells whether all of the data fit this user; never true of an administrator. */
const isOwner = ({ config }: RecoveryDeps, user: RecoverableUser, given: Given): boolean => {
  const before = user.isWithinChange ? user.recoveryIdentity : null;
  const identity = before ?? user;
  // A nickname is public, and can be changed at an unlocked screen: the new one counts too.
  const nicknames = [identity.nickname, user.nickname].map(folded);
  return (
    !isAdminId(config, user.userId) &&
    folded(identity.email) === folded(given.email) &&
    folded(identity.name) === folded(given.name) &&
    nicknames.includes(folded(given.nickname)) &&
    plainPhone(identity.phoneNumber) === plainPhone(given.phoneNumber) &&
    (given.userId === undefined || folded(user.userId) === folded(given.userId))
  );
};

/**
 * Finds the account that all of the data fit, as one try: of the address and of each submitted identifier, known or
 * not; of the browser alone where it signed in to the account before. Right data cost no try.
 */
const findOwner = async (
  ctx: Context,
  deps: RecoveryDeps,
  given: Given,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<User> => {
  const candidates = await findCandidates(deps, given.email);
  const devices = candidates.flatMap(({ id }) => {
    const device = knownDevice(ctx, deps.config, id);
    return device === undefined ? [] : [`${id}:${device}`];
  });
  const release = await reserveRecoveryTry(deps, {
    address: addressKey(ctx.ip),
    identifiers: [given.email, ...(given.userId === undefined ? [] : [given.userId])],
    device: devices[0],
  });
  await prepare();
  const user = candidates.find((candidate) => isOwner(deps, candidate, given));
  if (!user) throw new AppError("ACCOUNT_NOT_FOUND");
  await release();
  return user;
};

/** Tells a user their login id. Fails with ACCOUNT_NOT_FOUND for any wrong field, or RATE_LIMITED. */
export const findAccount = async (
  ctx: Context,
  deps: RecoveryDeps,
  form: InferType<typeof findAccountForm>,
): Promise<{ userId: string; message: string }> => {
  const user = await findOwner(ctx, deps, form);
  return { userId: user.userId, message: "회원님의 아이디를 찾았습니다." };
};

const classes = ["ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz", "23456789", "!@#$%^&*?"] as const;
const length = 8;

const pick = (from: string): string => from[randomInt(from.length)] ?? "";

/** Eight characters with a letter, a digit and a special one, none of which looks like another. */
export const makeTempPassword = (): string => {
  const characters = [
    ...classes.map(pick),
    ...Array.from({ length: length - classes.length }, () => pick(classes.join(""))),
  ];
  // Shuffled, so that no place is known to hold a digit.
  for (let at = characters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other] ?? "", characters[at] ?? ""];
  }
  return characters.join("");
};

/**
 * Gives a user a temporary password beside their own: for ten minutes, for one sign-in. Fails as findAccount does. It
 * is hashed in any case, so that the time tells nothing.
 */
export const resetPassword = async (
  ctx: Context,
  deps: RecoveryDeps,
  form: InferType<typeof resetPasswordForm>,
): Promise<{ tempPassword: string; userId: string; message: string }> => {
  const tempPassword = makeTempPassword();
  let tempHash = "";
  const user = await findOwner(ctx, deps, form, async () => {
    tempHash = await hashPassword(tempPassword);
  });
  await User.query(deps.knex)
    .findById(user.id)
    .patch({
      tempPassword: tempHash,
      tempPasswordExpiresAt: appTime("app_now() + ? * interval '1 minute'", [tempMinutes]),
    });
  await resetTempTries(deps.knex, user.id);
  await recordSecurityEvent(ctx, deps.knex, user.id, "temporary_password_issued");
  return {
    tempPassword,
    userId: user.userId,
    message: `임시 비밀번호가 발급되었습니다. ${tempMinutes}분 안에 로그인한 뒤 비밀번호를 변경해주세요.`,
  };
};
