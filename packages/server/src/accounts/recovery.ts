import { AppError, type findAccountForm, type resetPasswordForm } from "@knowhow/shared";
import { randomInt } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { InferType } from "yup";
import { appTime } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import { isAdminId } from "../http/session.ts";
import { normaliseIdentifier } from "./lockout.ts";
import { hashPassword } from "./passwords.ts";
import { User } from "./User.ts";

type RecoveryDeps = Pick<Deps, "config" | "knex" | "pool">;
type Given = InferType<typeof findAccountForm> & Partial<Pick<InferType<typeof resetPasswordForm>, "userId">>;

/** Tries that a day has for each id and e-mail address that is submitted, known or not. */
const triesPerDay = 3;
/** Minutes in which a temporary password can be signed in with. */
const tempMinutes = 10;

const day = 24 * 60 * 60;
const limiters = new WeakMap<pg.Pool, RateLimiterPostgres>();
const limiterOf = (pool: pg.Pool): RateLimiterPostgres => {
  const known = limiters.get(pool);
  if (known) return known;
  const fresh = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: "recovery",
    points: triesPerDay,
    duration: day,
  });
  limiters.set(pool, fresh);
  return fresh;
};

/** Counts a try for each id and address that was submitted; whether there is such an account makes no difference. */
const countTry = async ({ config, pool }: RecoveryDeps, identifiers: readonly string[]): Promise<void> => {
  if (!config.rateLimits) return;
  for (const identifier of identifiers) {
    try {
      await limiterOf(pool).consume(normaliseIdentifier(identifier).slice(0, 200));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError("RATE_LIMITED", {
        message: "계정 찾기를 너무 많이 시도했습니다. 내일 다시 시도해주세요.",
        retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
      });
    }
  }
};

const plainPhone = (text: string): string => text.replace(/[\s-]/g, "");
const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase();

/** Whose account it is that all of this is true of; of administrators nothing is. */
const findOwner = async ({ config, knex }: RecoveryDeps, given: Given): Promise<User | undefined> => {
  const user = await User.query(knex)
    .whereRaw("lower(email) = ?", [folded(given.email)])
    .first();
  const isRight =
    user !== undefined &&
    !isAdminId(config, user.userId) &&
    folded(user.name) === folded(given.name) &&
    folded(user.nickname) === folded(given.nickname) &&
    plainPhone(user.phoneNumber) === plainPhone(given.phoneNumber) &&
    (given.userId === undefined || folded(user.userId) === folded(given.userId));
  return isRight ? user : undefined;
};

/** Tells somebody their login id. Fails with ACCOUNT_NOT_FOUND, whatever is wrong, or RATE_LIMITED. */
export const findAccount = async (
  deps: RecoveryDeps,
  form: InferType<typeof findAccountForm>,
): Promise<{ userId: string; message: string }> => {
  await countTry(deps, [form.email]);
  const user = await findOwner(deps, form);
  if (!user) throw new AppError("ACCOUNT_NOT_FOUND");
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
 * Gives somebody a temporary password beside the one they have: for ten minutes, for one login. Fails as findAccount
 * does. The hash is made in any case, so that the time tells nothing.
 */
export const resetPassword = async (
  deps: RecoveryDeps,
  form: InferType<typeof resetPasswordForm>,
): Promise<{ tempPassword: string; userId: string; message: string }> => {
  await countTry(deps, [form.email, form.userId]);
  const tempPassword = makeTempPassword();
  const tempHash = await hashPassword(tempPassword);
  const user = await findOwner(deps, form);
  if (!user) throw new AppError("ACCOUNT_NOT_FOUND");
  await User.query(deps.knex)
    .findById(user.id)
    .patch({
      tempPassword: tempHash,
      tempPasswordExpiresAt: appTime("app_now() + ? * interval '1 minute'", [tempMinutes]),
    });
  return {
    tempPassword,
    userId: user.userId,
    message: `임시 비밀번호가 발급되었습니다. ${tempMinutes}분 안에 로그인한 뒤 비밀번호를 변경해주세요.`,
  };
};
