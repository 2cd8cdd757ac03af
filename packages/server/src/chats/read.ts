import type { Knex } from "knex";
import { ChatRoom } from "./ChatRoom.ts";

/** Marks what the other party sent as read, and empties the reader's counter: one transaction under the room's lock. */
export const markRead = async (
  knex: Knex,
  roomId: string,
  side: "buyer" | "seller",
  userId: string,
): Promise<void> => {
  await ChatRoom.transaction(knex, async (trx) => {
    const room = await ChatRoom.query(trx).findById(roomId).forUpdate().throwIfNotFound();
    await trx.raw(
      `update chat_messages set is_read = 1
       where chat_room_id = ? and is_read = 0 and sender_id is distinct from ?`,
      [roomId, userId],
    );
    await room.$query(trx).patch(side === "buyer" ? { buyerUnread: 0 } : { sellerUnread: 0 });
  });
};
