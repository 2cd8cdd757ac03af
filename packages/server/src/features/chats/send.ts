import type { ChatMessage } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { emit } from "../../events/emit.ts";
import { storeOnce } from "./storeOnce.ts";
import { messageFields } from "./wire.ts";

interface Sending {
  roomId: string;
  sender: { id: string; isAdmin: boolean };
  message: string;
  clientId: string | undefined;
}

interface Outcome {
  buyer_id: string;
  seller_id: string;
  sent: ChatMessage | null;
  known: ChatMessage | null;
}

/**
 * One statement: the room's lock, the sender's earlier message of this clientId, the new one, the order of the list and
 * the other side's counter. Ids are given under the lock, so that they grow with time.
 */
const sql = /* sql */ `
  with room as materialized (
    select id, buyer_id, seller_id, status, :sender in (buyer_id, seller_id) as takes_part
    from chat_rooms where id = :roomId and (:sender in (buyer_id, seller_id) or :isAdmin) for no key update
  ), known as (
    select m.* from chat_messages m join room on room.id = m.chat_room_id 
    where m.client_id = :clientId::uuid and m.sender_id = :sender
  ), sent as (
    insert into chat_messages (chat_room_id, sender_id, message, message_type, client_id)
    select id, :sender, :message, case when takes_part then 'text' else 'admin' end, :clientId::uuid from room
    where (status = 'active' or :isAdmin) and not exists (select from known)
    on conflict (chat_room_id, sender_id, client_id) where client_id is not null do nothing
    returning *
  ), moved as (
    update chat_rooms r set last_message_id = sent.id, last_message_at = sent.created_at,
      buyer_unread = r.buyer_unread + (r.buyer_id <> sent.sender_id)::int,
      seller_unread = r.seller_unread + (r.seller_id <> sent.sender_id)::int
    from sent where r.id = sent.chat_room_id
  )
  select room.buyer_id, room.seller_id,
         (select json_build_object(${messageFields("sent")}) from sent) as sent, (select json_build_object(${messageFields("known")}) from known) as known
  from room`;

/**
 * Stores a message, or finds the earlier one of its clientId. Administrators who take no part in the purchase speak as
 * such, also in an inactive room. Fails with NOT_FOUND or ROOM_INACTIVE.
 */
export const sendMessage = async (
  trx: Trx,
  { roomId, sender, message, clientId }: Sending,
): Promise<{ message: ChatMessage; isRepeated: boolean }> => {
  const values = {
    roomId,
    sender: sender.id,
    isAdmin: sender.isAdmin,
    message,
    clientId: clientId ?? null,
  };
  const stored = await storeOnce<ChatMessage, Outcome>(
    trx,
    { name: "chat_send", sql },
    values,
    "채팅방을 찾을 수 없습니다.",
  );
  if (!stored.isRepeated) {
    const { buyer_id, seller_id } = stored.room;
    const news = { roomId, kind: "purchase", id: stored.message.id } as const;
    await emit(trx, [{ to: [buyer_id, seller_id], name: "message", data: news }]);
  }
  return stored;
};
