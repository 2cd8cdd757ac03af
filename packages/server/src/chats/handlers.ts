import type { chats } from "@knowhow/shared";
import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/mount.ts";
import { cutPage, withCursor } from "../http/paging.ts";
import { listMessages, listRooms, readUpTo, sideOf } from "./queries.ts";
import { markRead } from "./read.ts";

/** Answers the calls about purchase chat. */
export const createChatHandlers = (deps: Deps): Handlers<typeof chats> => ({
  async rooms({ query, viewer, ctx }) {
    const rows = await withCursor(() => listRooms(deps, viewer.id, query));
    const page = cutPage(ctx, rows, query.limit, ({ sort_time: time, room }) => [time, room.id]);
    return { chatRooms: page.map(({ room }) => room) };
  },
  async messages({ params, query, viewer, ctx }) {
    const side = await sideOf(deps, params.roomId, viewer);
    const isPeek = query.peek !== undefined || side === "admin";
    if (!isPeek) await markRead(deps.knex, params.roomId, side, viewer.id);
    const answer = {
      messages: await listMessages(deps, params.roomId, query),
      readUpTo: await readUpTo(deps, params.roomId, viewer.id),
    };
    ctx.set("Cache-Control", "private, no-cache");
    ctx.etag = createHash("sha256").update(JSON.stringify(answer)).digest("base64url");
    return answer;
  },
});
