import { AppError } from "@knowhow/shared";
import type { Knex } from "knex";
import type { Verify } from "./passwords.ts";

/** Failures before each lock. */
const triesPerLock = 5;

/** Seconds of the first lock, the second and so on; the last one stands for all that follow. */
const lockLadder: readonly number[] = [
  30, 60, 300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 76_800, 86_400,
];

/** Form in which sign-in names are compared and counted. */
export const normaliseIdentifier = (text: string): string => text.trim().normalize("NFC").toLowerCase();

/**
 * Name of the record that counts a try: the account's, for both of its names; a known browser's own for that account;
 * or the text's, so that counting does not tell whether there is an account.
 */
export const counterOf = (
  subject: { userId: string; device?: string | undefined } | { text: string },
): string => {
  if ("text" in subject) return `text:${normaliseIdentifier(subject.text)}`;
  return subject.device === undefined ? `user:${subject.userId}` : `user:${subject.userId}:${subject.device}`;
};

// Counts before the password is checked, so that of simultaneous tries only one is the first. The fifth of each five
// sets the lock as it starts; if it turns out right, the record is deleted.
const reserveSql = /* sql */ `
  insert into login_attempts as a (identifier, attempt_count, last_attempt) values (:counter, 1, app_now())
  on conflict (identifier) do update set
    attempt_count = a.attempt_count + 1,
    last_attempt = app_now(),
    locked_until = case when (a.attempt_count + 1) % :tries = 0 then app_now() + interval '1 second'
      * (:ladder::int[])[least((a.attempt_count + 1) / :tries, cardinality(:ladder::int[]))] end
  where a.locked_until is null or a.locked_until <= app_now()
  returning attempt_count as count`;

const remainingSql = /* sql */ `
  select extract(epoch from locked_until - app_now())::float8 as seconds
  from login_attempts where identifier = ?`;

const lockedError = (seconds: number): AppError =>
  new AppError("LOGIN_LOCKED", {
    message: `로그인 시도가 너무 많습니다. ${seconds}초 후에 다시 시도해주세요.`,
    retryAfter: seconds,
  });

/** Takes one of the tries that are left and tells its number; fails with LOGIN_LOCKED when there is none. */
const reserve = async (knex: Knex, counter: string): Promise<number> => {
  const values = { counter, tries: triesPerLock, ladder: [...lockLadder] };
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(reserveSql, values);
  const [reserved] = rows;
  if (reserved) return reserved.count;
  const locked = await knex.raw<{ rows: { seconds: number | null }[] }>(remainingSql, [counter]);
  throw lockedError(Math.max(1, Math.ceil(locked.rows[0]?.seconds ?? 1)));
};

/** Gives a failed check's try back, with the lock if this try had set it. */
const release = async (knex: Knex, counter: string, count: number): Promise<void> => {
  await knex.raw(
    /* sql */ `
      update login_attempts set attempt_count = greatest(attempt_count - 1, 0),
        locked_until = case when attempt_count = :count and attempt_count % :tries = 0 then null else locked_until end
      where identifier = :counter`,
    { counter, count, tries: triesPerLock },
  );
};

/**
 * Checks a password as one try of this counter; `stored` is absent for an account that does not exist. True clears the
 * record. Fails with LOGIN_LOCKED; any other failure costs no try.
 */
export const tryPassword = async (
  knex: Knex,
  verify: Verify,
  { counter, stored, password }: { counter: string; stored: string | undefined; password: string },
): Promise<boolean> => {
  const count = await reserve(knex, counter);
  let isRight: boolean;
  try {
    isRight = await verify(stored, password);
  } catch (error) {
    await release(knex, counter, count);
    throw error;
  }
  if (isRight) await knex("login_attempts").where({ identifier: counter }).delete();
  return isRight;
};

/** Wrong temporary passwords that one address may give while an account is locked. */
const tempTries = 5;

/**
 * Takes one of an address's tries at a temporary password during a lock; false when there is none left. They are
 * counted with or without a temporary password, so that the answer does not tell.
 */
export const reserveTempTry = async (knex: Knex, counter: string, address: string): Promise<boolean> => {
  const { rows } = await knex.raw<{ rows: object[] }>(
    /* sql */ `
      insert into login_attempts as a (identifier, attempt_count, last_attempt)
      values (:identifier, 1, app_now())
      on conflict (identifier) do update set
        attempt_count = case when a.last_attempt <= app_now() - interval '10 minutes' then 1 else a.attempt_count + 1 end,
        last_attempt = app_now()
      where a.attempt_count < :tempTries or a.last_attempt <= app_now() - interval '10 minutes'
      returning id`,
    { identifier: `temp:${counter}:${address}`, tempTries },
  );
  return rows.length > 0;
};

/** Resets all addresses' tries, for a user's new temporary password. */
export const resetTempTries = async (knex: Knex, userId: string): Promise<void> => {
  await knex("login_attempts").where("identifier", "like", `temp:user:${userId}:%`).delete();
};
