import type { chats } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../http/paging.ts";
import { isPeek } from "../http/peek.ts";
import { findRoom, listMessages, listRooms, readUpTo, standingIn } from "./queries.ts";
import { markRead } from "./read.ts";
import { sendMessage } from "./send.ts";

/** Answers the calls about purchase chat. */
export const createChatHandlers = (deps: Deps): Handlers<typeof chats> => ({
  async rooms({ query: { limit, cursor }, viewer, ctx }) {
    const from = readCursor(cursor, 2);
    const rooms = await withCursor(() =>
      listRooms(deps, { userId: viewer.id, cursor: from, limit: limit + 1 }),
    );
    return { chatRooms: cutPage(ctx, rooms, limit, (room) => [room.lastMessageAt, room.id]) };
  },
  async messages({ params, query, viewer, ctx }) {
    const { side, unread } = await standingIn(deps, params.roomId, viewer);
    // Most calls are polls that find nothing new: those take no lock and write nothing.
    if (side !== "admin" && unread > 0 && !isPeek(query.peek)) {
      await markRead(deps.knex, { roomId: params.roomId, side, userId: viewer.id });
    }
    const answer = {
      messages: await listMessages(deps, params.roomId, query),
      readUpTo: await readUpTo(deps, params.roomId, viewer.id),
    };
    ctx.set("Cache-Control", "private, no-cache");
    ctx.etag = createHash("sha256").update(JSON.stringify(answer)).digest("base64url");
    return answer;
  },
  room: async ({ params, viewer }) => ({ chatRoom: await findRoom(deps, params.roomId, viewer) }),
  async send({ params, body, viewer, transaction, answerWith }) {
    const { message, isRepeated } = await transaction((trx) =>
      sendMessage(trx, { roomId: params.roomId, sender: viewer, ...body, clientId: body.clientId }),
    );
    if (isRepeated) answerWith(200);
    return { message };
  },
  async read({ params, body, viewer }) {
    const { side } = await standingIn(deps, params.roomId, viewer);
    if (side === "admin") return { unreadCount: 0 };
    const reading = { roomId: params.roomId, side, userId: viewer.id, upTo: body.upTo };
    return { unreadCount: await markRead(deps.knex, reading) };
  },
});
