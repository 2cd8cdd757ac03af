import { AppError, isUuid } from "@knowhow/shared";
import type { Knex } from "knex";
import { emit } from "../../events/emit.ts";
import { ChatMessage } from "./ChatMessage.ts";
import { ChatRoom } from "./ChatRoom.ts";

type Side = "buyer" | "seller";

/** In SQL: messages for the buyer. Of those without a sender the one about a version has a client id, the welcome none. */
const forBuyerSql = "(sender_id <> buyer_id or (message_type = 'system' and client_id is not null))";

/**
 * Moves one side's place forward, marks the messages that all readers have read by then, and counts those left. Both
 * sides read an administrator's message: each has its own place.
 */
const statement = (own: Side, other: Side): string => /* sql */ `
  with marked as (
    update chat_messages set is_read = 1
    where chat_room_id = :roomId and is_read = 0 and id <= :upTo
      and (sender_id = :otherId or (message_type = 'admin' and id <= :otherUpTo::uuid))
    returning id, sender_id
  )
  update chat_rooms set
    ${own}_read_up_to = :upTo,
    ${own}_unread = (select count(*) from chat_messages
                     where chat_room_id = :roomId and id > :upTo and ${own === "buyer" ? forBuyerSql : "sender_id <> seller_id"}),
    ${other}_seen_up_to = coalesce(
      (select id from marked where sender_id = :otherId order by id desc limit 1), ${other}_seen_up_to)
  where id = :roomId returning ${own}_unread as left`;

const statements = { buyer: statement("buyer", "seller"), seller: statement("seller", "buyer") };

/** The later of two messages, either of which may be missing. */
const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a;

/**
 * Marks others' messages as read, up to one of the room's or all of them: one transaction under the room's lock.
 * NOT_FOUND for an id of none. Returns how many are still unread.
 */
export const markRead = (
  knex: Knex,
  { roomId, side, upTo }: { roomId: string; side: Side; upTo?: string },
): Promise<number> =>
  ChatRoom.transaction(knex, async (trx) => {
    // A statement of its own, so that the next ones see every message sent before the lock was free.
    const room = await ChatRoom.query(trx).findById(roomId).forNoKeyUpdate().throwIfNotFound();
    const isBuyer = side === "buyer";
    const asked =
      upTo === undefined
        ? room.lastMessageId
        : isUuid(upTo)
          ? (await ChatMessage.query(trx).findOne({ id: upTo, chat_room_id: roomId }))?.id
          : undefined;
    if (asked === undefined) throw new AppError("NOT_FOUND");
    const place = later(isBuyer ? room.buyerReadUpTo : room.sellerReadUpTo, asked);
    const unread = isBuyer ? room.buyerUnread : room.sellerUnread;
    if (place === null) return unread;
    const { rows } = await trx.raw<{ rows: { left: number }[] }>(statements[side], {
      roomId,
      upTo: place,
      otherId: isBuyer ? room.sellerId : room.buyerId,
      otherUpTo: isBuyer ? room.sellerReadUpTo : room.buyerReadUpTo,
    });
    const left = rows[0]?.left ?? unread;
    // Updates the writer's read marks and the reader's other screens.
    if (left !== unread)
      await emit(trx, [{ to: [room.buyerId, room.sellerId], name: "room", data: { roomId } }]);
    return left;
  });
