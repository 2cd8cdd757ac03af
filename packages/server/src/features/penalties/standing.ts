import type { Trx } from "../../database/BaseModel.ts";
import type { News } from "../../events/emit.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { warningsToBan } from "@knowhow/shared";

/** The sanction status that follows from a user's active penalties. */
export interface StandingNow {
  warningCount: number;
  suspendedUntil: Date | null;
  isBanned: boolean;
  banReason: string | null;
}

/** The news of a talk that was closed or opened, for both its parties. */
export const roomNews = (room: { id: string; buyer_id: string; seller_id: string }): News => ({
  to: [room.buyer_id, room.seller_id],
  name: "room",
  data: { roomId: room.id },
});

/**
 * Derives a user's standing from their active penalties and applies it, with all consequences: rooms close with a ban
 * and open again with its end, payouts are held. The caller holds the user's row lock, and emits the news of the rooms.
 */
export const applyStanding = async (
  trx: Trx,
  userId: string,
): Promise<{ standing: StandingNow; news: News[] }> => {
  const { rows } = await trx.raw<{ rows: StandingNow[] }>(
    /* sql */ `
      with active as (select * from user_penalties where user_id = :userId and is_active = 1),
      counted as (
        select (select count(*) from active where penalty_type = 'warning')::int as warnings,
               (select max(end_date) from active where end_date > app_now()) as suspended_until,
               (select reason from active where penalty_type = 'ban' order by created_at desc, id desc limit 1) as ban_reason,
               (select reason from active where penalty_type = 'warning' order by created_at desc, id desc limit 1) as last_warning
      ), judged as (
        select *, ban_reason is not null or warnings >= :maxWarnings as banned from counted
      )
      update users u set warning_count = warnings, suspended_until = j.suspended_until,
        is_banned = case when banned then 1 else 0 end,
        ban_reason = case when banned then coalesce(j.ban_reason, last_warning) end
      from judged j where u.id = :userId
      returning warning_count as "warningCount", u.suspended_until as "suspendedUntil", banned as "isBanned",
                u.ban_reason as "banReason"`,
    { userId, maxWarnings: warningsToBan },
  );
  const [standing] = rows;
  if (!standing) throw new Error("nobody has this standing");
  // Locked by a statement of its own: the next one sees decisions made meanwhile about the other party.
  await trx.raw("select from chat_rooms where ? in (buyer_id, seller_id) order by id for no key update", [
    userId,
  ]);
  const { rows: changed } = await trx.raw<{ rows: { id: string; buyer_id: string; seller_id: string }[] }>(
    /* sql */ `
      update chat_rooms r set status = wanted
      from (
        select r.id, case when b.is_banned = 1 or s.is_banned = 1 or num_nonnulls(b.left_at, s.left_at) > 0
                          or o.status = 'refunded' then 'inactive' else 'active' end as wanted
        from chat_rooms r join users b on b.id = r.buyer_id join users s on s.id = r.seller_id
        join orders o on o.id = r.order_id
        where :userId in (r.buyer_id, r.seller_id)
      ) w
      where w.id = r.id and r.status <> w.wanted
      returning r.id, r.buyer_id, r.seller_id`,
    { userId },
  );
  await refreshHolds(trx, userId);
  return { standing, news: changed.map(roomNews) };
};
