import type { Trx } from "../../database/BaseModel.ts";
import { ChatMessage } from "./ChatMessage.ts";
import { ChatRoom } from "./ChatRoom.ts";

/** The first message of a new room. */
export const welcome = "구매가 완료되었습니다. 콘텐츠 이용 방법이나 궁금한 점을 이곳에서 문의해 주세요.";

/** Opens the room of a purchase with its first message, in the transaction that makes the order paid. */
export const openChatRoom = async (
  trx: Trx,
  order: { id: string; buyerId: string; sellerId: string; contentId: string },
): Promise<ChatRoom> => {
  const room = await ChatRoom.query(trx)
    .insert({
      orderId: order.id,
      buyerId: order.buyerId,
      sellerId: order.sellerId,
      contentId: order.contentId,
    })
    .returning("*");
  // A welcome has no sender, and is unread for neither side.
  const message = await ChatMessage.query(trx)
    .insert({ chatRoomId: room.id, senderId: null, message: welcome, messageType: "system", isRead: 1 })
    .returning("*");
  await room.$query(trx).patch({ lastMessageId: message.id, lastMessageAt: message.createdAt });
  return room;
};
