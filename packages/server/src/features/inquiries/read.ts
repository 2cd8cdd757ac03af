import type { Knex } from "knex";
import { Model } from "objection";
import type { Config } from "../../config.ts";
import { administrators, emit } from "../../events/emit.ts";
import { writtenBy, type Side } from "./queries.ts";

const others = { user: "admin", admin: "user" } as const;

/** Marks the other side's messages as read and resets this side's counter, under the room's lock. */
export const markRead = async (
  { knex, config }: { knex: Knex; config: Pick<Config, "adminUserIds"> },
  roomId: string,
  side: Side,
): Promise<void> => {
  await Model.transaction(knex, async (trx) => {
    const { rows } = await trx.raw<{ rows: { user_id: string }[] }>(
      `update admin_chat_rooms set ${side}_unread = 0 where id = ? returning user_id`,
      [roomId],
    );
    const marked = await trx.raw<{ rows: { count: number }[] }>(
      `with marked as (
         update admin_chat_messages set is_read = 1
         where chat_room_id = :roomId and is_read = 0 and ${writtenBy[others[side]]} returning id
       )
       update admin_chat_rooms set ${others[side]}_seen_up_to =
         coalesce((select id from marked order by id desc limit 1), ${others[side]}_seen_up_to)
       where id = :roomId returning (select count(*) from marked) as count`,
      { roomId },
    );
    const [room] = rows;
    if (!room || marked.rows[0]?.count === 0) return;
    await emit(trx, [
      { to: [room.user_id, ...(await administrators(trx, config))], name: "room", data: { roomId } },
    ]);
  });
};
