import { AppError, formatWon } from "@knowhow/shared";
import { randomBytes } from "node:crypto";
import { Model } from "objection";
import type { Deps } from "../../deps.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { appNow } from "../../database/clock.ts";
import { emit } from "../../events/emit.ts";
import { roomNews } from "../penalties/standing.ts";
import { lockActiveUser } from "../users/lockActiveUser.ts";
import { reserveNickname } from "./nicknameReservations.ts";
import { nobodysPassword } from "./passwords.ts";
import { User } from "../users/User.ts";

/**
 * Orders that money may still move for. Another person's unpaid one does not keep its seller: it can not be confirmed
 * once the content is gone, and expires in its time.
 */
const openOrders = ["confirming", "refund_requested", "refunding"];
/** Settlements that are not at their end. */
const openSettlements = ["pending", "held", "processing", "failed"];

const leftNickname = "탈퇴한 사용자";

/** Leaving as part of the caller's transaction; see `leave`. */
export const leaveIn = async (trx: Trx, userId: string): Promise<void> => {
  // Spares the user's key, which their messages refer to: those are stored under their room's lock, taken later here.
  const user = await lockActiveUser(trx, userId);
  const { rows } = await trx.raw<{ rows: { open: boolean; owed: number }[] }>(
    `select exists (select from orders where (buyer_id = :userId or seller_id = :userId) and status = any(:openOrders)
                       or buyer_id = :userId and status = 'pending')
         or exists (select from settlements where seller_id = :userId and status = any(:openSettlements))
         or exists (select from refunds f join orders o on o.id = f.order_id
                    where :userId in (o.buyer_id, o.seller_id) and f.refusal_code is not null) as open,
            (select coalesce(sum(amount - recovered - closed), 0)::float8 from clawbacks
             where seller_id = :userId and voided_at is null) as owed`,
    { userId, openOrders, openSettlements },
  );
  const { open = true, owed = 0 } = rows[0] ?? {};
  if (open) throw new AppError("OPEN_BUSINESS");
  if (owed > 0)
    throw new AppError("OPEN_BUSINESS", {
      message: `환불로 회수할 금액 ${formatWon(owed)}이 남아 있어 탈퇴할 수 없습니다. 다음 정산에서 회수합니다. 더 판매할 계획이 없으면 1:1 문의로 알려주세요. 관리자가 다른 방법으로 받거나 회수를 끝내면 탈퇴할 수 있습니다.`,
    });
  const mark = randomBytes(6).toString("hex");
  await reserveNickname(trx, user, leftNickname);
  await User.query(trx)
    .findById(userId)
    .patch({
      name: "탈퇴",
      userId: `left${mark}`,
      nickname: leftNickname,
      email: `left-${mark}@invalid`,
      phoneNumber: "",
      password: nobodysPassword,
      tempPassword: null,
      tempPasswordExpiresAt: null,
      profileImageUrl: null,
      introduction: null,
      showsSales: false,
      userIdSkeleton: null,
      nicknameSkeleton: null,
      recoveryIdentity: null,
      bankName: null,
      accountNumber: null,
      accountHolder: null,
      leftAt: appNow(),
    });
  // Rooms before event counters, as sending a message locks them; several rooms in the order of a sanction.
  const { rows: rooms } = await trx.raw<{ rows: Parameters<typeof roomNews>[0][] }>(
    `update chat_rooms r set status = 'inactive'
     from (select id from chat_rooms where ? in (buyer_id, seller_id) order by id for no key update) own
     where r.id = own.id and r.status = 'active' returning r.id, r.buyer_id, r.seller_id`,
    [userId],
  );
  for (const sql of [
    "update contents set deleted_at = app_now() where seller_id = ? and deleted_at is null",
    "update admin_chat_rooms set status = 'inactive' where user_id = ? and status = 'active'",
    "delete from drafts where owner_id = ?",
    "delete from uploads where owner_id = ?",
    "delete from account_verifications where user_id = ?",
    "delete from idempotency_keys where user_id = ?",
    "delete from login_attempts where identifier ~ ('^(user|temp:user):' || ?)",
    "delete from security_events where user_id = ?",
    "delete from device_keys where user_id = ?",
    "delete from reading_positions where user_id = ?",
    "delete from wishes where user_id = ?",
    "delete from push_subscriptions where user_id = ?",
    "delete from push_topics where user_id = ?",
    // The rating's words stay; a picture may show its author.
    "delete from rating_pictures p using content_ratings r where r.id = p.rating_id and r.user_id = ?",
    "delete from follows where follower_id = ?",
    "delete from follows where mentor_id = ?",
    // The nickname stays reserved for a while, without an owner.
    "update nickname_reservations set user_id = null where user_id = ?",
    "delete from sessions where user_id = ?",
  ])
    await trx.raw(sql, [userId]);
  // The counters of all parties in one order, the user's own among them, which goes afterwards.
  await emit(trx, rooms.map(roomNews));
  for (const table of ["event_cursors", "events"])
    await trx.raw("delete from ?? where user_id = ?", [table, userId]);
};

/**
 * Removes a user from the service: personal data is deleted or cut from its owner, contents leave the market and stay
 * with their buyers, trade records stay. Fails with OPEN_BUSINESS while anything is unsettled.
 */
export const leave = (
  { knex, microCache }: Pick<Deps, "knex" | "microCache">,
  userId: string,
): Promise<void> => Model.transaction(knex, (trx) => leaveIn(trx, userId)).then(() => microCache.forget());
