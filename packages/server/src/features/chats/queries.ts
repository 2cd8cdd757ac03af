import { AppError, type ChatRoomDetail } from "@knowhow/shared";
import type pg from "pg";
import { asWritten, behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import { pageOf, pageStatements, type MessageRows } from "./pages.ts";
import { messageFields } from "./wire.ts";

interface Read {
  pool: pg.Pool;
}

type Counter = "buyer_unread" | "seller_unread";

const roomsOfSide = (side: "buyer_id" | "seller_id"): string => /* sql */ `
  (select * from chat_rooms where ${side} = $1 and (last_message_at, id) < ($2::timestamptz, $3::uuid)
   order by last_message_at desc, id desc limit $4)`;

const shortMessage = (table: string): string => /* sql */ `json_build_object(
  'message', ${table}.message, 'senderId', ${table}.sender_id, 'messageType', ${table}.message_type,
  'createdAt', ${isoSql(`${table}.created_at`)})`;

/** Both sides are read along their index as far as a page needs; a user is never on both sides of one room. */
const roomsStatement = {
  name: "chat_rooms",
  text: /* sql */ `
    select json_build_object(
             'id', r.id, 'buyerId', r.buyer_id, 'sellerId', r.seller_id,
             'buyer', json_build_object('nickname', b.nickname, 'profileImageUrl', b.profile_image_url),
             'seller', json_build_object('nickname', s.nickname, 'profileImageUrl', s.profile_image_url),
             'content', json_build_object('id', c.id, 'title', o.title, 'category', c.category, 'price', o.price,
               'hasPreview', cardinality(c.preview_image_urls) > 0),
             'lastMessage', case when m.id is null then null else ${shortMessage("m")} end,
             'lastTalk', (select ${shortMessage("t")} from chat_messages t
                          where t.chat_room_id = r.id and t.message_type <> 'system' and m.message_type = 'system'
                          order by t.id desc limit 1),
             'lastMessageAt', ${isoSql("r.last_message_at")},
             'unreadCount', case when r.buyer_id = $1 then r.buyer_unread else r.seller_unread end,
             'status', r.status) as room, ${isoSql("r.last_message_at")} as at, r.id
    from (select * from (${roomsOfSide("buyer_id")} union all ${roomsOfSide("seller_id")}) sides
          order by last_message_at desc, id desc limit $4) r
    join users b on b.id = r.buyer_id
    join users s on s.id = r.seller_id
    join orders o on o.id = r.order_id
    join contents c on c.id = r.content_id
    left join chat_messages m on m.id = r.last_message_id
    order by r.last_message_at desc, r.id desc`,
};

/** A room of the list in JSON, and its place there. */
interface ListedRoom {
  room: string;
  at: string;
  id: string;
}

/** Rooms of one user, latest first, from behind a cursor of time and id. */
export const listRooms = async (
  { pool }: Read,
  { userId, cursor, limit }: { userId: string; cursor: TimeCursor; limit: number },
): Promise<ListedRoom[]> => {
  const values = [userId, ...behind(cursor), limit];
  return (await pool.query<ListedRoom>({ ...roomsStatement, ...asWritten, values })).rows;
};

/** A user's access to a room. */
interface RoomAccess {
  side: "buyer" | "seller" | "admin";
  /** The user's unread messages there. */
  unread: number;
  /**
   * Changes whenever any message of the room reads differently: each new one becomes the last, and reading unread ones
   * lowers a counter, which only a new message raises.
   */
  version: string;
}

/** See RoomAccess; NOT_FOUND for a user without access. */
export const accessRoom = async (
  { pool }: Read,
  roomId: string,
  viewer: { id: string; isAdmin: boolean },
): Promise<RoomAccess> => {
  const { rows } = await pool.query<
    Record<"buyer_id" | "seller_id" | "last_message_id", string> & Record<Counter, number>
  >({
    name: "chat_room_access",
    text: "select buyer_id, seller_id, buyer_unread, seller_unread, last_message_id from chat_rooms where id = $1",
    values: [roomId],
  });
  const [room] = rows;
  const version = `${room?.last_message_id ?? ""} ${room?.buyer_unread ?? 0} ${room?.seller_unread ?? 0}`;
  if (room?.buyer_id === viewer.id) return { side: "buyer", unread: room.buyer_unread, version };
  if (room?.seller_id === viewer.id) return { side: "seller", unread: room.seller_unread, version };
  if (room && viewer.isAdmin) return { side: "admin", unread: 0, version };
  throw new AppError("NOT_FOUND", { message: "채팅방을 찾을 수 없습니다." });
};

const roomStatement = {
  name: "chat_room",
  text: /* sql */ `
    select json_build_object(
             'id', r.id, 'buyerId', r.buyer_id, 'sellerId', r.seller_id,
             'buyerNickname', b.nickname, 'sellerNickname', s.nickname,
             'buyerProfileImage', b.profile_image_url, 'sellerProfileImage', s.profile_image_url,
             'content', json_build_object('id', r.content_id, 'title', o.title), 'status', r.status,
             'endedBy', case when r.status = 'active' then null
                             when o.status = 'refunded' then 'refund'
                             when b.is_banned = 1 or s.is_banned = 1 or num_nonnulls(b.left_at, s.left_at) > 0
                             then 'party' end) as room
    from chat_rooms r
    join users b on b.id = r.buyer_id
    join users s on s.id = r.seller_id
    join orders o on o.id = r.order_id
    where r.id = $1 and ($2 in (r.buyer_id, r.seller_id) or $3)`,
};

/** One room for its two sides and for administrators; NOT_FOUND for all others. */
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

/** An administrator's message has two readers: each sees whether they have read it themselves. */
const isReadSql = /* sql */ `
  case when m.message_type = 'admin' and r.takes_part then coalesce(m.id <= r.read_up_to, false) else m.is_read = 1 end`;

const pages = pageStatements(
  `select json_build_object(${messageFields("m", isReadSql)}) as message, m.id from chat_messages m where m.chat_room_id = $1`,
);

const talk = (page: keyof typeof pages): string => {
  const me = page === "newest" ? "$3" : "$4";
  return /* sql */ `
    select json_build_object(
      'messages', (select coalesce(json_agg(m.message order by m.id), '[]') from (${pages[page]}) m),
      'readUpTo', case when r.takes_part then r.seen_up_to else (
        select id from chat_messages
        where chat_room_id = $1 and message_type = 'admin' and sender_id = ${me} and is_read = 1
        order by id desc limit 1) end) as answer
    from (select ${me} in (buyer_id, seller_id) as takes_part,
                 case ${me} when buyer_id then buyer_read_up_to else seller_read_up_to end as read_up_to,
                 case ${me} when buyer_id then buyer_seen_up_to else seller_seen_up_to end as seen_up_to
          from chat_rooms where id = $1) r`;
};

const talks = { newest: talk("newest"), before: talk("before"), after: talk("after") } as const;

/** The answer about a room for one user, in JSON: messages, oldest first, and how far the user's own were read. */
export const readTalk = async (
  { pool }: Read,
  { roomId, userId }: { roomId: string; userId: string },
  asked: MessageRows,
): Promise<string> => {
  const { name, values } = pageOf(asked);
  const { rows } = await pool.query<{ answer: string }>({
    name: `chat_talk_${name}`,
    text: talks[name],
    ...asWritten,
    values: [roomId, ...values, userId],
  });
  return rows[0]?.answer ?? "";
};
