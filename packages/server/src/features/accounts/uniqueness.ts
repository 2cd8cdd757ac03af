import { AppError, errors } from "@knowhow/shared";
import type { Knex } from "knex";
import { UniqueViolationError, type TransactionOrKnex } from "objection";
import { isWithinChangeSql } from "./identity.ts";
import { isReservedSql } from "./nicknameReservations.ts";
import { storedSkeletonOf } from "./skeleton.ts";

/** The fields that are unique regardless of case, in the order in which a conflict is told. */
const uniqueFields = [
  { field: "userId", column: "user_id", code: "USER_ID_TAKEN" },
  { field: "nickname", column: "nickname", code: "NICKNAME_TAKEN" },
  { field: "email", column: "email", code: "EMAIL_TAKEN" },
] as const;

type UniqueField = (typeof uniqueFields)[number]["field"];
type Values = Partial<Record<UniqueField, string>>;

const takenError = (taken: readonly UniqueField[]): AppError | undefined => {
  const conflicts = uniqueFields.filter(({ field }) => taken.includes(field));
  const [first] = conflicts;
  if (!first) return undefined;
  return new AppError(first.code, {
    fields: Object.fromEntries(conflicts.map(({ field, code }) => [field, errors[code].message])),
  });
};

const isOtherSql = (column: string): string => `coalesce(${column} <> :exceptId::uuid, true)`;

const hasUserSql = (condition: string): string =>
  `exists (select from users where (${condition}) and ${isOtherSql("id")})`;

/** In SQL: a column of `users` has the value of this name, or one that looks the same. */
const isTwinSql = (column: string, name: string): string =>
  `lower(${column}) = lower(:${name}) or (${column}_skeleton = :${name}Skeleton and left_at is null)`;

const isTakenSql: Record<UniqueField, string> = {
  userId: hasUserSql(isTwinSql("user_id", "userId")),
  nickname: `(${hasUserSql(isTwinSql("nickname", "nickname"))} or exists (
    select from nickname_reservations
    where skeleton = :nicknameSkeleton and ${isOtherSql("user_id")} and ${isReservedSql}))`,
  // The former owner of an address may still recover it.
  email: hasUserSql(`lower(email) = lower(:email) or (lower(recovery_identity ->> 'email') = lower(:email)
    and recovery_identity is not null and ${isWithinChangeSql})`),
};

/** The fields with values of another user, in one statement: of a registration under way, all of them or none. */
const findTaken = async (
  db: TransactionOrKnex,
  values: Values,
  exceptId?: string,
): Promise<UniqueField[]> => {
  const asked = uniqueFields.map(({ field }) => field).filter((field) => values[field] !== undefined);
  if (asked.length === 0) return [];
  const { userId = "", nickname = "", email = "" } = values;
  const { rows } = await db.raw<{ rows: Record<UniqueField, boolean>[] }>(
    `select ${asked.map((field) => `${isTakenSql[field]} as "${field}"`).join(", ")}`,
    {
      userId,
      userIdSkeleton: storedSkeletonOf(userId),
      nickname,
      nicknameSkeleton: storedSkeletonOf(nickname),
      email,
      exceptId: exceptId ?? null,
    },
  );
  return asked.filter((field) => rows[0]?.[field]);
};

/** Tells whether no other user has this value. */
export const isFree = async (
  db: TransactionOrKnex,
  field: UniqueField,
  value: string,
  exceptId?: string,
): Promise<boolean> => (await findTaken(db, { [field]: value }, exceptId)).length === 0;

/** Fails with the code of the first value that another user has, naming all of them. */
export const refuseTaken = async (
  db: TransactionOrKnex,
  values: Values,
  exceptId?: string,
): Promise<void> => {
  const error = takenError(await findTaken(db, values, exceptId));
  if (error) throw error;
};

/** Runs a write; when another user was quicker with one of these values, fails as `refuseTaken` does. */
export const mapTaken = async <T>(
  knex: Knex,
  values: Values,
  write: () => Promise<T>,
  exceptId?: string,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error;
    await refuseTaken(knex, values, exceptId);
    // The value is free again by now: the constraint still tells which it was (users_nickname_folded).
    const { constraint } = error;
    const taken = uniqueFields.filter(({ column }) => constraint.startsWith(`users_${column}_`));
    throw takenError(taken.map(({ field }) => field)) ?? error;
  }
};
