import { AppError, type api, type OutputOf } from "@knowhow/shared";
import { noteReading } from "../chats/audit.ts";
import { pageStatements, readPage, type MessagePage } from "../chats/pages.ts";
import { messageFields, senderName } from "../chats/wire.ts";
import type { Deps } from "../../deps.ts";

type Talk = OutputOf<(typeof api)["reports"]["messages"]>;

interface Asked {
  adminId: string;
  reportId: string | undefined;
  chatRoomId: string | undefined;
  page: MessagePage;
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

const statements = pageStatements(
  `select json_build_object(${messageFields("m")}, 'sender', json_build_object('nickname', ${senderName("m")})) as message
   from chat_messages m where m.chat_room_id = $1`,
);

/** The talk of a purchase's room as an administrator reads it, oldest first; that it was read is written down. */
export const readTalk = async (deps: Pick<Deps, "pool">, asked: Asked): Promise<Talk> => {
  const { adminId, reportId, page } = asked;
  const roomId = await roomOf(deps, asked);
  await noteReading(deps, { adminId, roomId, reportId });
  return { messages: await readPage(deps.pool, { prefix: "talk", statements }, roomId, page) };
};
