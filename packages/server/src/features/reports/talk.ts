import { AppError, isUuid, type api, type OutputOf } from "@knowhow/shared";
import { noteReading } from "../chats/audit.ts";
import { ChatRoom } from "../chats/ChatRoom.ts";
import { pageStatements, readPage, type MessageRows } from "../chats/pages.ts";
import { messageFields, senderName } from "../chats/wire.ts";
import type { Deps } from "../../deps.ts";
import { Report } from "./Report.ts";

type Talk = OutputOf<(typeof api)["reports"]["messages"]>;

interface Asked {
  adminId: string;
  reportId: string | undefined;
  chatRoomId: string | undefined;
  page: MessageRows;
}

const notFound = (): AppError => new AppError("NOT_FOUND", { message: "대화를 찾을 수 없습니다." });

const roomOf = async ({ knex }: Pick<Deps, "knex">, { reportId, chatRoomId }: Asked): Promise<string> => {
  const asked = reportId ?? chatRoomId;
  if (asked === undefined || !isUuid(asked)) throw notFound();
  const id =
    reportId === undefined
      ? (await ChatRoom.query(knex).findById(asked))?.id
      : (await Report.query(knex).findById(asked))?.chatRoomId;
  if (id == null) throw notFound();
  return id;
};

const statements = pageStatements(
  `select json_build_object(${messageFields("m")}, 'sender', json_build_object('nickname', ${senderName("m")})) as message
   from chat_messages m where m.chat_room_id = $1`,
);

/** The conversation of a purchase's room for an administrator, oldest first; the reading is recorded. */
export const readTalk = async (deps: Pick<Deps, "knex" | "pool">, asked: Asked): Promise<Talk> => {
  const { adminId, reportId, page } = asked;
  const roomId = await roomOf(deps, asked);
  await noteReading(deps, { adminId, roomId, reportId });
  return { messages: await readPage(deps.pool, { prefix: "talk", statements }, roomId, page) };
};
