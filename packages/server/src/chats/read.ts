import type { Knex } from "knex";
import { emit } from "../events/emit.ts";
import { ChatRoom } from "./ChatRoom.ts";

/**
 * Marks what others sent as read, up to one message or all of it, and counts what is left: one transaction under the
 * room's lock. Gives what is still unread.
 */
export const markRead = (
  knex: Knex,
  { roomId, side, userId, upTo }: { roomId: string; side: "buyer" | "seller"; userId: string; upTo?: string },
): Promise<number> =>
  ChatRoom.transaction(knex, async (trx) => {
    const room = await ChatRoom.query(trx).findById(roomId).forUpdate().throwIfNotFound();
    const { rows } = await trx.raw<{ rows: { marked: number; left: number }[] }>(
      /* sql */ `
        with marked as (
          update chat_messages set is_read = 1
          where chat_room_id = :roomId and is_read = 0 and sender_id <> :userId and (:upTo::uuid is null or id <= :upTo)
          returning id
        )
        select (select count(*) from marked) as marked,
               (select count(*) from chat_messages where chat_room_id = :roomId and is_read = 0 and sender_id <> :userId
                and :upTo::uuid is not null and id > :upTo) as left`,
      { roomId, userId, upTo: upTo ?? null },
    );
    const { marked, left } = rows[0] ?? { marked: 0, left: 0 };
    await room.$query(trx).patch(side === "buyer" ? { buyerUnread: left } : { sellerUnread: left });
    // The writer sees that it was read, the reader's other screens that nothing waits.
    if (marked > 0) await emit(trx, [{ to: [room.buyerId, room.sellerId], name: "room", data: { roomId } }]);
    return left;
  });
