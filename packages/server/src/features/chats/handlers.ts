import type { chats } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { isUnchanged, nameVersion } from "../../http/etag.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { isPeek } from "../../http/peek.ts";
import { unchanged, written } from "../../http/rawJson.ts";
import { noteReading } from "./audit.ts";
import { findRoom, listRooms, readTalk, accessRoom } from "./queries.ts";
import { markRead } from "./read.ts";
import { sendMessage } from "./send.ts";

/** Answers the calls about purchase chat. */
export const createChatHandlers = (deps: Deps): Handlers<typeof chats> => ({
  async rooms({ query: { limit, cursor }, viewer, ctx }) {
    const from = readCursor(cursor, 2);
    const rooms = await withCursor(() =>
      listRooms(deps, { userId: viewer.id, cursor: from, limit: limit + 1 }),
    );
    const page = cutPage(ctx, rooms, limit, ({ at, id }) => [at, id]);
    const text = `{"chatRooms":[${page.map(({ room }) => room).join(",")}]}`;
    nameVersion(ctx, text);
    return written(text);
  },
  async messages({ params, query, viewer, ctx }) {
    const { roomId } = params;
    const access = await accessRoom(deps, roomId, viewer);
    const { side } = access;
    let { version } = access;
    if (side === "admin") await noteReading(deps, { adminId: viewer.id, roomId });
    // Most calls are polls that find nothing new: those take no lock, write nothing and read no message.
    else if (access.unread > 0 && !isPeek(query.peek)) {
      await markRead(deps.knex, { roomId, side });
      ({ version } = await accessRoom(deps, roomId, viewer));
    }
    const { limit, before, after } = query;
    nameVersion(ctx, JSON.stringify([viewer.id, version, limit, before, after]));
    // Read after its version: a message that arrives between is sent again, never left out.
    return isUnchanged(ctx)
      ? unchanged()
      : written(await readTalk(deps, { roomId, userId: viewer.id }, query));
  },
  room: async ({ params, viewer }) => ({ chatRoom: await findRoom(deps, params.roomId, viewer) }),
  async send({ params, body, viewer, transaction, answerRepeated }) {
    const { message, isRepeated } = await transaction((trx) =>
      sendMessage(trx, { roomId: params.roomId, sender: viewer, ...body, clientId: body.clientId }),
    );
    if (isRepeated) answerRepeated();
    return { message };
  },
  async read({ params, body, viewer }) {
    const { side } = await accessRoom(deps, params.roomId, viewer);
    if (side === "admin") return { unreadCount: 0 };
    return { unreadCount: await markRead(deps.knex, { roomId: params.roomId, side, upTo: body.upTo }) };
  },
});
