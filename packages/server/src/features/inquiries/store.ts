import type { InquiryMessage, InquiryType } from "@knowhow/shared";
import { storeOnce } from "../chats/storeOnce.ts";
import { messageFields, senderName } from "../chats/wire.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { News } from "../../events/emit.ts";

/** The speaker in an inquiry: its user, an administrator, or the service itself. */
export type Speaker = { as: "user" | "admin"; id: string } | { as: "service" };

interface Outcome {
  user_id: string;
  sent: InquiryMessage | null;
  known: InquiryMessage | null;
}

/** In SQL: the keys of the contract's message in an inquiry. */
export const inquiryFields = (table: string): string =>
  `${messageFields(table)}, 'senderNickname', ${senderName(table)}`;

/** One statement: the room's lock, the sender's earlier message of this clientId, the new one, the other's counter. */
const sql = /* sql */ `
  with room as materialized (
    select id, user_id, status from admin_chat_rooms where id = :roomId for no key update
  ), known as (
    select m.* from admin_chat_messages m join room on room.id = m.chat_room_id 
    where m.client_id = :clientId::uuid and m.sender_id = :sender::uuid
  ), sent as (
    insert into admin_chat_messages (chat_room_id, sender_id, message, message_type, client_id)
    select id, :sender::uuid, :message, :messageType, :clientId::uuid from room
    where status = 'active' and not exists (select from known)
    on conflict (chat_room_id, sender_id, client_id) where client_id is not null do nothing
    returning *
  ), moved as (
    update admin_chat_rooms r set last_message_id = sent.id, last_message_at = sent.created_at,
      user_unread = r.user_unread + (:messageType <> 'text')::int,
      admin_unread = r.admin_unread + (:messageType = 'text')::int
    from sent where r.id = sent.chat_room_id
  )
  select room.user_id,
         (select json_build_object(${inquiryFields("sent")}) from sent) as sent, (select json_build_object(${inquiryFields("known")}) from known) as known
  from room`;

const types = { user: "text", admin: "admin", service: "system" } as const;

/**
 * Stores a message of an inquiry, or finds the earlier one of its clientId; emits nothing, which the caller does at the
 * end of its transaction. Fails with NOT_FOUND or ROOM_INACTIVE.
 */
export const storeMessage = async (
  trx: Trx,
  {
    roomId,
    speaker,
    message,
    clientId,
  }: { roomId: string; speaker: Speaker; message: string; clientId?: string | undefined },
): Promise<{ message: InquiryMessage; isRepeated: boolean; userId: string }> => {
  const values = {
    roomId,
    sender: speaker.as === "service" ? null : speaker.id,
    message,
    messageType: types[speaker.as],
    clientId: clientId ?? null,
  };
  const stored = await storeOnce<InquiryMessage, Outcome>(
    trx,
    { name: "inquiry_send", sql },
    values,
    "대화를 찾을 수 없습니다.",
  );
  return { message: stored.message, isRepeated: stored.isRepeated, userId: stored.room.user_id };
};

/** The news of a message, for the given recipients. */
export const newsOf = (roomId: string, id: string, to: readonly string[]): News => ({
  to,
  name: "message",
  data: { roomId, kind: "admin", id },
});

interface Room {
  userId: string;
  type: InquiryType;
  subject: string | null;
  relatedId?: string;
}

/**
 * A user's open inquiry of this kind, made if there is none. It keeps its first subject; its related id is the newest.
 */
export const openRoom = async (
  trx: Trx,
  { userId, type, subject, relatedId }: Room,
): Promise<{ id: string; isNew: boolean }> => {
  const { rows } = await trx.raw<{ rows: { id: string; is_new: boolean }[] }>(
    `insert into admin_chat_rooms as r (user_id, type, subject, related_id, last_message_at)
     values (:userId, :type, :subject, :relatedId::uuid, app_now())
     on conflict (user_id, type) where status = 'active'
       do update set related_id = coalesce(excluded.related_id, r.related_id)
     returning id, xmax = 0 as is_new`,
    { userId, type, subject, relatedId: relatedId ?? null },
  );
  const [room] = rows;
  if (!room) throw new Error("the conversation was neither found nor made");
  return { id: room.id, isNew: room.is_new };
};

/**
 * Writes a message of the service into a user's open inquiry of this kind, for them and the administrators; a user who
 * left has no room, and is told nothing. Returns the news, which the caller emits at the end of its transaction.
 */
export const postByService = async (
  trx: Trx,
  { text, admins, ...room }: Room & { text: string; admins: readonly string[] },
): Promise<News[]> => {
  const { userId } = room;
  const { rows } = await trx.raw<{ rows: object[] }>("select from users where id = ? and left_at is null", [
    userId,
  ]);
  if (rows.length === 0) return [];
  const { id } = await openRoom(trx, room);
  const { message } = await storeMessage(trx, { roomId: id, speaker: { as: "service" }, message: text });
  return [newsOf(id, message.id, [userId, ...admins])];
};
