import { api, pageSize } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { keptSince, talkKept } from "@knowhow/ui/client/mirror.ts";
import type { Attempt } from "./attempts.ts";

type Pause = () => Promise<void>;
type Read = (query: { before?: string; limit: number; peek: string }) => Promise<unknown>;

/** Pages of a room's earlier messages that are read for one round, at most: what is kept joins on the way, or is full. */
const mostPages = 4;
/** Pages of the list of rooms, at most. */
const mostLists = 20;

/** Reads what is new in a room, and back from there until it joins what is kept, is all there is or is enough. */
const keepRoom = async (
  contract: typeof api.chats.messages | typeof api.inquiries.messages,
  roomId: string,
  { lastAt, pause, read }: { lastAt: number; pause: Pause; read: Read },
): Promise<void> => {
  const kept = () => talkKept(contract, { roomId });
  const before = await kept();
  if (before === undefined || before.keptAt < lastAt) {
    await read({ limit: before ? pageSize.messages : pageSize.maxMessages, peek: "1" });
    await pause();
  }
  for (let pages = 0; pages < mostPages; pages += 1) {
    const talk = await kept();
    if (!talk || talk.first === undefined || talk.isDeep) return;
    await read({ before: talk.first, limit: pageSize.maxMessages, peek: "1" });
    await pause();
  }
};

/**
 * Keeps the newest messages of every room, those first in which was talked last. `pause` lets others go first, and fails
 * where the work is to end; so does a server that wants no more questions, and the next round goes on from there. A room
 * that can not be read is passed over by the `attempt`.
 */
export const keepRooms = async (pause: Pause, attempt: Attempt): Promise<void> => {
  const keepPurchase = async (roomId: string, lastAt: number) => {
    const params = { roomId };
    // A screen may have read the messages without the room.
    const keptAt = (await keptSince(api.chats.room, { params })) ?? -Infinity;
    if (keptAt < lastAt) {
      await client.chats.room({ params });
      await pause();
    }
    const read: Read = (query) => client.chats.messages({ params, query });
    await keepRoom(api.chats.messages, roomId, { lastAt, pause, read });
  };
  let cursor: string | undefined;
  for (let lists = 0; lists < mostLists; lists += 1) {
    const page = await client.chats.rooms.page(cursor === undefined ? {} : { query: { cursor } });
    for (const { id, lastMessageAt } of page.data.chatRooms)
      await attempt(() => keepPurchase(id, Date.parse(lastMessageAt)), undefined);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
    await pause();
  }
  const inquiries = await client.inquiries.mine();
  for (const { id: roomId, lastMessageAt } of inquiries.chatRooms) {
    const read: Read = (query) => client.inquiries.messages({ params: { roomId }, query });
    const lastAt = Date.parse(lastMessageAt ?? "");
    await attempt(() => keepRoom(api.inquiries.messages, roomId, { lastAt, pause, read }), undefined);
  }
};
