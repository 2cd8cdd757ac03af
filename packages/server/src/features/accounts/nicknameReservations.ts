import { AppError, nicknameReservationDays } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { storedSkeletonOf } from "./skeleton.ts";
import type { User } from "../users/User.ts";

/** Limit per user: repeated changes cannot keep a long list of names from all other users. */
const maxReservations = 10;

/** In SQL, of `nickname_reservations`: whether it still counts. */
export const isReservedSql = `created_at > app_now() - interval '${nicknameReservationDays} days'`;

/** Reserves a given-up nickname for its former owner, unless the next one looks the same. */
export const reserveNickname = async (
  trx: Trx,
  { id, nickname }: Pick<User, "id" | "nickname">,
  next: string,
): Promise<void> => {
  const skeleton = storedSkeletonOf(nickname);
  const nextSkeleton = storedSkeletonOf(next);
  await trx.raw("delete from nickname_reservations where user_id = ? and skeleton = any(?::text[])", [
    id,
    [skeleton, nextSkeleton],
  ]);
  if (skeleton === nextSkeleton) return;
  await trx("nickname_reservations").insert({ user_id: id, nickname, skeleton });
};

/** Fails with VALIDATION where a user has more than the limit: dropping one would give that name to others. */
export const refuseTooManyReservations = async (trx: Trx, userId: string): Promise<void> => {
  const kept = await trx("nickname_reservations")
    .where("user_id", userId)
    .whereRaw(isReservedSql)
    .select("id");
  if (kept.length <= maxReservations) return;
  const nickname = `닉네임은 ${nicknameReservationDays}일 동안 ${maxReservations}번까지 바꿀 수 있습니다. 그동안 쓰던 닉네임으로는 되돌릴 수 있습니다.`;
  throw new AppError("VALIDATION", { fields: { nickname } });
};
