import type { inquiries, InquiryMessage, OutputOf } from "@knowhow/shared";
import type { Context } from "koa";
import { noteLooking } from "../chats/audit.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { administrators, emit } from "../../events/emit.ts";
import { isUnchanged, nameVersion } from "../../http/etag.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { isPeek } from "../../http/peek.ts";
import { unchanged } from "../../http/rawJson.ts";
import {
  countUnread,
  listAll,
  listMessages,
  listUserInquiries,
  accessInquiry,
  type RoomsAsked,
  type Side,
} from "./queries.ts";
import { markRead } from "./read.ts";
import { newsOf, openRoom, storeMessage, type Speaker } from "./store.ts";

type InquiryTalk = OutputOf<typeof inquiries.messages>;

interface Asked {
  params: { roomId: string };
  query: Parameters<typeof listMessages>[2] & { peek?: string | undefined };
  viewer: { id: string };
  ctx: Context;
}

/** Answers the calls about inquiries. */
export const createInquiryHandlers = (deps: Deps): Handlers<typeof inquiries> => {
  const messagesFor =
    (side: Side) =>
    async ({ params: { roomId }, query, viewer, ctx }: Asked) => {
      const reader = { side, userId: viewer.id };
      let access = await accessInquiry(deps, roomId, reader);
      if (side === "admin")
        await noteLooking(deps, { adminId: viewer.id, kind: "inquiry", userId: access.userId });
      if (access.unread > 0 && !isPeek(query.peek)) {
        await markRead(deps, roomId, side);
        access = await accessInquiry(deps, roomId, reader);
      }
      const { limit, before, after } = query;
      nameVersion(ctx, JSON.stringify([side, roomId, access.version, limit, before, after]));
      // Most calls are polls that find nothing new: those read no message. Others read after naming the version.
      if (isUnchanged(ctx)) return unchanged<InquiryTalk>();
      return { messages: await listMessages(deps, roomId, query), readUpTo: access.readUpTo };
    };

  const store = async (
    trx: Trx,
    written: { roomId: string; speaker: Speaker; message: string; clientId?: string | undefined },
  ): Promise<{ message: InquiryMessage; isRepeated: boolean }> => {
    const stored = await storeMessage(trx, written);
    if (!stored.isRepeated) {
      const readers = [stored.userId, ...(await administrators(trx, deps.config))];
      await emit(trx, [newsOf(written.roomId, stored.message.id, readers)]);
    }
    return stored;
  };

  const pageOfRooms = async (
    ctx: Context,
    { limit, cursor, ...of }: { limit: number; cursor?: string | undefined } & RoomsAsked,
  ) => {
    const from = readCursor(cursor, 2);
    const rooms = await withCursor(() => listAll(deps, { ...of, cursor: from, limit: limit + 1 }));
    return { chatRooms: cutPage(ctx, rooms, limit, (room) => [room.lastMessageAt ?? "", room.id]) };
  };

  return {
    async mine({ viewer, ctx }) {
      const answer = { chatRooms: await listUserInquiries(deps, viewer.id) };
      nameVersion(ctx, JSON.stringify(answer));
      return answer;
    },
    create: ({ body, viewer, transaction, answerRepeated }) =>
      transaction(async (trx) => {
        const subject = body.subject === "" ? null : (body.subject ?? null);
        const room = await openRoom(trx, { userId: viewer.id, type: "general", subject });
        await store(trx, { roomId: room.id, speaker: { as: "user", id: viewer.id }, message: body.message });
        if (!room.isNew) answerRepeated();
        return { chatRoom: { id: room.id } };
      }),
    messages: messagesFor("user"),
    async send({ params: { roomId }, body, viewer, transaction, answerRepeated }) {
      await accessInquiry(deps, roomId, { side: "user", userId: viewer.id });
      const speaker: Speaker = { as: "user", id: viewer.id };
      const { message, isRepeated } = await transaction((trx) => store(trx, { roomId, speaker, ...body }));
      if (isRepeated) answerRepeated();
      return { message };
    },
    async inbox({ query, ctx }) {
      const asked = { ...query, isWaiting: query.waiting !== undefined };
      const [page, unreadCount] = await Promise.all([pageOfRooms(ctx, asked), countUnread(deps)]);
      const answer = { ...page, unreadCount };
      nameVersion(ctx, JSON.stringify(answer));
      return answer;
    },
    async list({ query, ctx }) {
      const answer = await pageOfRooms(ctx, query);
      nameVersion(ctx, JSON.stringify(answer));
      return answer;
    },
    inboxMessages: messagesFor("admin"),
    async reply({ params: { roomId }, body, viewer, transaction, answerRepeated }) {
      const speaker: Speaker = { as: "admin", id: viewer.id };
      const { message, isRepeated } = await transaction((trx) => store(trx, { roomId, speaker, ...body }));
      if (isRepeated) answerRepeated();
      return { message };
    },
  };
};
