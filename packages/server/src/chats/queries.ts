import { AppError, type ChatMessage, type ChatRoom, type ChatRoomDetail } from "@knowhow/shared";
import type pg from "pg";
import { behind, isoSql, type TimeCursor } from "../database/reading.ts";

interface Read {
  pool: pg.Pool;
}

type Counter = "buyer_unread" | "seller_unread";

const mine = (side: "buyer_id" | "seller_id"): string => /* sql */ `
  (select * from chat_rooms where ${side} = $1 and (last_message_at, id) < ($2::timestamptz, $3::uuid)
   order by last_message_at desc, id desc limit $4)`;

/** Both sides are read along their index as far as a page needs; nobody is on both sides of one room. */
const roomsStatement = {
  name: "chat_rooms",
  text: /* sql */ `
    select json_build_object(
             'id', r.id, 'buyerId', r.buyer_id, 'sellerId', r.seller_id,
             'buyer', json_build_object('nickname', b.nickname, 'profileImageUrl', b.profile_image_url),
             'seller', json_build_object('nickname', s.nickname, 'profileImageUrl', s.profile_image_url),
             'content', json_build_object('id', c.id, 'title', o.title, 'category', c.category, 'price', o.price),
             'lastMessage', case when m.id is null then null else json_build_object(
               'message', m.message, 'senderId', m.sender_id, 'createdAt', ${isoSql("m.created_at")}) end,
             'lastMessageAt', ${isoSql("r.last_message_at")},
             'unreadCount', case when r.buyer_id = $1 then r.buyer_unread else r.seller_unread end,
             'status', r.status) as room
    from (select * from (${mine("buyer_id")} union all ${mine("seller_id")}) sides
          order by last_message_at desc, id desc limit $4) r
    join users b on b.id = r.buyer_id
    join users s on s.id = r.seller_id
    join orders o on o.id = r.order_id
    join contents c on c.id = r.content_id
    left join chat_messages m on m.id = r.last_message_id
    order by r.last_message_at desc, r.id desc`,
};

/** Rooms of one person, latest first, from behind a cursor of time and id. */
export const listRooms = async (
  { pool }: Read,
  { userId, cursor, limit }: { userId: string; cursor: TimeCursor; limit: number },
): Promise<ChatRoom[]> => {
  const { rows } = await pool.query<{ room: ChatRoom }>({
    ...roomsStatement,
    values: [userId, ...behind(cursor), limit],
  });
  return rows.map(({ room }) => room);
};

/** Which side of a room somebody is on, and what waits there unread; NOT_FOUND for who has no business there. */
export const standingIn = async (
  { pool }: Read,
  roomId: string,
  viewer: { id: string; isAdmin: boolean },
): Promise<{ side: "buyer" | "seller" | "admin"; unread: number }> => {
  const { rows } = await pool.query<Record<"buyer_id" | "seller_id", string> & Record<Counter, number>>({
    name: "chat_room_standing",
    text: "select buyer_id, seller_id, buyer_unread, seller_unread from chat_rooms where id = $1",
    values: [roomId],
  });
  const [room] = rows;
  if (room?.buyer_id === viewer.id) return { side: "buyer", unread: room.buyer_unread };
  if (room?.seller_id === viewer.id) return { side: "seller", unread: room.seller_unread };
  if (room && viewer.isAdmin) return { side: "admin", unread: 0 };
  throw new AppError("NOT_FOUND", { message: "채팅방을 찾을 수 없습니다." });
};

const roomStatement = {
  name: "chat_room",
  text: /* sql */ `
    select json_build_object(
             'id', r.id, 'buyerId', r.buyer_id, 'sellerId', r.seller_id,
             'buyerNickname', b.nickname, 'sellerNickname', s.nickname,
             'buyerProfileImage', b.profile_image_url, 'sellerProfileImage', s.profile_image_url,
             'content', json_build_object('id', r.content_id, 'title', o.title), 'status', r.status) as room
    from chat_rooms r
    join users b on b.id = r.buyer_id
    join users s on s.id = r.seller_id
    join orders o on o.id = r.order_id
    where r.id = $1 and ($2 in (r.buyer_id, r.seller_id) or $3)`,
};

/** One room for who takes part in it, or for an administrator; NOT_FOUND for everybody else. */
export const findRoom = async (
  { pool }: Read,
  roomId: string,
  viewer: { id: string; isAdmin: boolean },
): Promise<ChatRoomDetail> => {
  const { rows } = await pool.query<{ room: ChatRoomDetail }>({
    ...roomStatement,
    values: [roomId, viewer.id, viewer.isAdmin],
  });
  if (!rows[0]) throw new AppError("NOT_FOUND", { message: "채팅방을 찾을 수 없습니다." });
  return rows[0].room;
};

const columns = /* sql */ `
  json_build_object('id', id, 'senderId', sender_id, 'message', message, 'messageType', message_type,
    'clientId', client_id, 'isRead', is_read = 1, 'createdAt', ${isoSql("created_at")}) as message`;

const pages = {
  newest: `select ${columns} from chat_messages where chat_room_id = $1 order by id desc limit $2`,
  before: `select ${columns} from chat_messages where chat_room_id = $1 and id < $3 order by id desc limit $2`,
  after: `select ${columns} from chat_messages where chat_room_id = $1 and id > $3 order by id limit $2`,
} as const;

/** Messages of a room, oldest first: the newest, or the nearest before or after one. */
export const listMessages = async (
  { pool }: Read,
  roomId: string,
  { limit, before, after }: { limit: number; before?: string | undefined; after?: string | undefined },
): Promise<ChatMessage[]> => {
  const page = after !== undefined ? "after" : before !== undefined ? "before" : "newest";
  const edge = after ?? before;
  const { rows } = await pool.query<{ message: ChatMessage }>({
    name: `chat_messages_${page}`,
    text: pages[page],
    values: edge === undefined ? [roomId, limit] : [roomId, limit, edge],
  });
  const messages = rows.map(({ message }) => message);
  return page === "after" ? messages : messages.reverse();
};

/** The newest message of this person that the other one has read. */
export const readUpTo = async ({ pool }: Read, roomId: string, userId: string): Promise<string | null> => {
  const { rows } = await pool.query<{ id: string }>({
    name: "chat_read_up_to",
    text: `select id from chat_messages where chat_room_id = $1 and sender_id = $2 and is_read = 1 order by id desc limit 1`,
    values: [roomId, userId],
  });
  return rows[0]?.id ?? null;
};
