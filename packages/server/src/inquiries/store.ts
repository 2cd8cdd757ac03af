import { AppError, type InquiryMessage, type InquiryType } from "@knowhow/shared";
import type { Trx } from "../database/BaseModel.ts";
import type { News } from "../events/emit.ts";
import { messageSql } from "./wire.ts";

/** Who speaks in a conversation: the person it is with, an administrator, or the service itself. */
export type Speaker = { as: "user" | "admin"; id: string } | { as: "service" };

interface Outcome {
  user_id: string;
  status: string;
  sent: InquiryMessage | null;
  known: InquiryMessage | null;
}

/** One statement: the room's lock, the message that this clientId named before, the new one, and the other's counter. */
const sql = /* sql */ `
  with room as materialized (
    select id, user_id, status from admin_chat_rooms where id = :roomId for update
  ), known as (
    select m.* from admin_chat_messages m join room on room.id = m.chat_room_id where m.client_id = :clientId::uuid
  ), sent as (
    insert into admin_chat_messages (chat_room_id, sender_id, message, message_type, client_id)
    select id, :sender::uuid, :message, :messageType, :clientId::uuid from room
    where status = 'active' and not exists (select from known)
    on conflict (chat_room_id, client_id) do nothing
    returning *
  ), moved as (
    update admin_chat_rooms r set last_message_id = sent.id, last_message_at = sent.created_at,
      user_unread = r.user_unread + (:messageType <> 'text')::int,
      admin_unread = r.admin_unread + (:messageType = 'text')::int
    from sent where r.id = sent.chat_room_id
  )
  select room.user_id, room.status,
         (select ${messageSql("sent")} from sent) as sent, (select ${messageSql("known")} from known) as known
  from room`;

const types = { user: "text", admin: "admin", service: "system" } as const;

/**
 * Stores a message of a conversation, or finds the one that its clientId named before. Gives the news to tell:
 * the caller does so at the end of its transaction. Fails with NOT_FOUND or ROOM_INACTIVE.
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
  // Of two at once with the same clientId the second saw nothing yet: once more, and it sees the first.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { rows } = await trx.raw<{ rows: Outcome[] }>(sql, values);
    const [room] = rows;
    if (!room) throw new AppError("NOT_FOUND", { message: "대화를 찾을 수 없습니다." });
    if (room.known) return { message: room.known, isRepeated: true, userId: room.user_id };
    if (room.sent) return { message: room.sent, isRepeated: false, userId: room.user_id };
    if (clientId === undefined) break;
  }
  throw new AppError("ROOM_INACTIVE");
};

/** The news of a message: for the person and for every administrator. */
export const newsOf = (roomId: string, id: string, to: readonly string[]): News => ({
  to,
  name: "message",
  data: { roomId, kind: "admin", id },
});

/**
 * The open conversation of this kind with somebody, made if there is none. Its subject is the first one's; what it is
 * about is the newest.
 */
export const openRoom = async (
  trx: Trx,
  {
    userId,
    type,
    subject,
    relatedId,
  }: { userId: string; type: InquiryType; subject: string | null; relatedId?: string },
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
