import { AppError, errors } from "@knowhow/shared";
import type { Knex } from "knex";
import { raw, UniqueViolationError, type TransactionOrKnex } from "objection";
import { isWithinChangeSql } from "./identity.ts";
import { isReserved } from "./nicknameReservations.ts";
import { storedSkeletonOf } from "./skeleton.ts";
import { User } from "../users/User.ts";

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

/** The fields whose values another user has. */
const findTaken = async (
  db: TransactionOrKnex,
  values: Values,
  exceptId?: string,
): Promise<UniqueField[]> => {
  const asked = uniqueFields.flatMap(({ field, column }) => {
    const value = values[field];
    return value === undefined ? [] : [{ field, column, value }];
  });
  const found = await Promise.all(
    asked.map(async ({ field, column, value }) => {
      const rows = await User.query(db)
        .select("id")
        .where((same) => {
          void same.where(raw("lower(??)", [column]), raw("lower(?)", [value]));
          if (field === "email")
            // Its owner may still recover it.
            void same.orWhereRaw(
              `(lower(recovery_identity ->> 'email') = lower(?) and recovery_identity is not null and ${isWithinChangeSql})`,
              [value],
            );
          else
            void same.orWhere((twin) => {
              void twin.where(`${column}_skeleton`, storedSkeletonOf(value)).whereNull("left_at");
            });
        });
      const isTaken =
        rows.some(({ id }) => id !== exceptId) ||
        // Checked after the users: a nickname given up at this moment is found either there or among the reservations.
        (field === "nickname" && (await isReserved(db, value, exceptId)));
      return isTaken ? [field] : [];
    }),
  );
  return found.flat();
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
