import { AppError, type api, type OutputOf } from "@knowhow/shared";
import { noteReading } from "../chats/audit.ts";
import { isoSql } from "../database/reading.ts";
import type { Deps } from "../deps.ts";

type Talk = OutputOf<(typeof api)["reports"]["messages"]>;

interface Asked {
  adminId: string;
  reportId: string | undefined;
  chatRoomId: string | undefined;
  page: { limit: number; before?: string | undefined; after?: string | undefined };
}

const roomOf = async ({ pool }: Pick<Deps, "pool">, { reportId, chatRoomId }: Asked): Promise<string> => {
  const { rows } =
    reportId === undefined
      ? await pool.query<{ id: string | null }>("select id from chat_rooms where id = $1", [chatRoomId])
      : await pool.query<{ id: string | null }>("select chat_room_id as id from reports where id = $1", [
          reportId,
        ]);
  const id = rows[0]?.id;
  if (id == null) throw new AppError("NOT_FOUND", { message: "대화를 찾을 수 없습니다." });
  return id;
};

const select = /* sql */ `
  select json_build_object('id', m.id, 'senderId', m.sender_id, 'message', m.message, 'messageType', m.message_type,
    'clientId', m.client_id, 'isRead', m.is_read = 1, 'createdAt', ${isoSql("m.created_at")},
    'sender', json_build_object('nickname', case m.message_type when 'system' then '노하우' when 'admin' then '관리자'
      else (select nickname from users where id = m.sender_id) end)) as message
  from chat_messages m where m.chat_room_id = $1`;
const pages = {
  newest: `${select} order by m.id desc limit $2`,
  before: `${select} and m.id < $3 order by m.id desc limit $2`,
  after: `${select} and m.id > $3 order by m.id limit $2`,
} as const;

/** The talk of a purchase's room as an administrator reads it, oldest first; that it was read is written down. */
export const readTalk = async (deps: Pick<Deps, "pool">, asked: Asked): Promise<Talk> => {
  const { adminId, reportId, page } = asked;
  const roomId = await roomOf(deps, asked);
  await noteReading(deps, { adminId, roomId, reportId });
  const which = page.after !== undefined ? "after" : page.before !== undefined ? "before" : "newest";
  const edge = page.after ?? page.before;
  const { rows } = await deps.pool.query<{ message: Talk["messages"][number] }>({
    name: `talk_${which}`,
    text: pages[which],
    values: edge === undefined ? [roomId, page.limit] : [roomId, page.limit, edge],
  });
  const messages = rows.map(({ message }) => message);
  return { messages: which === "after" ? messages : messages.reverse() };
};
