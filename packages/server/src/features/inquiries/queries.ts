import { AppError, type InquiryMessage, type InquiryRoom, type InquiryType } from "@knowhow/shared";
import type pg from "pg";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import { pageStatements, readPage, type MessageRows } from "../chats/pages.ts";
import { inquiryFields } from "./store.ts";

interface Read {
  pool: pg.Pool;
}

/** The side that reads an inquiry: each has its own counter and its own messages to read. */
export type Side = "user" | "admin";

/** Since when the user waits: their first unanswered message, where an answer is still possible. */
const waitingSql = /* sql */ `
  case when r.status = 'active' and m.message_type <> 'admin' then (
    select ${isoSql("w.created_at")} from admin_chat_messages w
    where w.chat_room_id = r.id and w.message_type = 'text' and w.id > coalesce(
      (select a.id from admin_chat_messages a where a.chat_room_id = r.id and a.message_type = 'admin'
       order by a.id desc limit 1), '00000000-0000-0000-0000-000000000000')
    order by w.id limit 1) end`;

const roomSql = (side: Side): string => /* sql */ `
  json_build_object('id', r.id, 'type', r.type, 'relatedId', r.related_id, 'status', r.status, 'userId', r.user_id,
    'userNickname', u.nickname, 'subject', r.subject,
    'lastMessage', case when m.id is null then null else json_build_object(
      'message', m.message, 'createdAt', ${isoSql("m.created_at")}) end,
    'lastMessageAt', ${isoSql("r.last_message_at")}, 'createdAt', ${isoSql("r.created_at")},
    'unreadCount', r.${side}_unread ${side === "admin" ? `, 'waitingSince', ${waitingSql}` : ""}) as room`;

const joins = /* sql */ `
  join users u on u.id = r.user_id
  left join admin_chat_messages m on m.id = r.last_message_id`;

/** One user's inquiries, latest first: one open one for each type, and those that are over. */
export const listUserInquiries = async ({ pool }: Read, userId: string): Promise<InquiryRoom[]> => {
  const { rows } = await pool.query<{ room: InquiryRoom }>({
    name: "inquiries_own",
    text: `select ${roomSql("user")} from admin_chat_rooms r ${joins}
           where r.user_id = $1 order by r.last_message_at desc, r.id desc limit 100`,
    values: [userId],
  });
  return rows.map(({ room }) => room);
};

/** The requested inquiries; all without a filter. */
export interface RoomsAsked {
  type?: InquiryType | undefined;
  /** Only inquiries that wait for an answer. */
  isWaiting?: boolean;
}

/** All users' inquiries, latest first, from behind a cursor of time and id. */
export const listAll = async (
  { pool }: Read,
  { type, isWaiting = false, cursor, limit }: RoomsAsked & { cursor: TimeCursor; limit: number },
): Promise<InquiryRoom[]> => {
  const { rows } = await pool.query<{ room: InquiryRoom }>({
    name: `inquiries_${type === undefined ? "all" : "type"}${isWaiting ? "_waiting" : ""}`,
    text: `select ${roomSql("admin")} from admin_chat_rooms r ${joins}
           where (r.last_message_at, r.id) < ($1::timestamptz, $2::uuid) ${type === undefined ? "" : "and r.type = $4"}
             ${isWaiting ? `and (${waitingSql}) is not null` : ""}
           order by r.last_message_at desc, r.id desc limit $3`,
    values: [...behind(cursor), limit, ...(type === undefined ? [] : [type])],
  });
  return rows.map(({ room }) => room);
};

/** The number of users' messages that no administrator has read, in all inquiries. */
export const countUnread = async ({ pool }: Read): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>({
    name: "inquiries_unread",
    text: `select coalesce(sum(admin_unread), 0)::int as count from admin_chat_rooms where admin_unread > 0`,
  });
  return rows[0]?.count ?? 0;
};

/** An inquiry's state for one side. */
interface InquiryAccess {
  /** The inquiry's user. */
  userId: string;
  /** This side's unread messages. */
  unread: number;
  /** The newest message of this side that the other one has read. */
  readUpTo: string | null;
  /** Changes whenever any message reads differently: each new one becomes the last, and reading lowers a counter. */
  version: string;
}

/** See InquiryAccess; NOT_FOUND for a user without access. */
export const accessInquiry = async (
  { pool }: Read,
  roomId: string,
  reader: { side: Side; userId: string },
): Promise<InquiryAccess> => {
  const { rows } = await pool.query<
    Record<`${Side}_unread`, number> &
      Record<`${Side}_seen_up_to`, string | null> &
      Record<"user_id" | "last_message_id", string>
  >({
    name: "inquiry_access",
    text: `select user_id, user_unread, admin_unread, user_seen_up_to, admin_seen_up_to, last_message_id
           from admin_chat_rooms where id = $1`,
    values: [roomId],
  });
  const [room] = rows;
  if (!room || (reader.side === "user" && room.user_id !== reader.userId))
    throw new AppError("NOT_FOUND", { message: "대화를 찾을 수 없습니다." });
  return {
    userId: room.user_id,
    unread: room[`${reader.side}_unread`],
    readUpTo: room[`${reader.side}_seen_up_to`],
    version: `${room.last_message_id} ${room.user_unread} ${room.admin_unread}`,
  };
};

const statements = pageStatements(
  `select json_build_object(${inquiryFields("m")}) as message from admin_chat_messages m where m.chat_room_id = $1`,
);

/** Messages of an inquiry, oldest first. */
export const listMessages = ({ pool }: Read, roomId: string, asked: MessageRows): Promise<InquiryMessage[]> =>
  readPage(pool, { prefix: "inquiry_messages", statements }, roomId, asked);

/** The messages of each side: users' texts, and all others, of administrators and the service. */
export const writtenBy: Record<Side, string> = {
  user: "message_type = 'text'",
  admin: "message_type <> 'text'",
};
