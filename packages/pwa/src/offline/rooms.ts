import { api, pageSize } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { keptSince, talkKept } from "@knowhow/ui/client/responseCache.ts";
import type { Attempt } from "./attempts.ts";

type Pause = () => Promise<void>;
type Read = (query: { before?: string; limit: number; peek: string }) => Promise<unknown>;

/** Pages of a room's earlier messages that are read for one round, at most: what is kept joins on the way, or is full. */
const mostPages = 4;
/** Pages of the list of rooms, at most. */
const mostLists = 20;

type Talks = typeof api.chats.messages | typeof api.inquiries.messages;

/** Whether something was said in a room after what is kept of it, by the server's clock alone. */
const isBehind = async (contract: Talks, roomId: string, lastAt: string | undefined): Promise<boolean> => {
  const kept = await talkKept(contract, { roomId });
  return kept === undefined || (lastAt !== undefined && (kept.newestAt ?? "") < lastAt);
};

/** Reads what is new in a room, and back from there until it joins what is kept, is all there is or is enough. */
const keepRoom = async (
  contract: Talks,
  roomId: string,
  { lastAt, pause, read }: { lastAt: string | undefined; pause: Pause; read: Read },
): Promise<void> => {
  const kept = () => talkKept(contract, { roomId });
  if (await isBehind(contract, roomId, lastAt)) {
    await read({ limit: (await kept()) ? pageSize.messages : pageSize.maxMessages, peek: "1" });
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
  const keepPurchase = async (roomId: string, lastAt: string | undefined) => {
    const params = { roomId };
    // A screen may have read the messages without the room.
    const isRoomKept = (await keptSince(api.chats.room, { params })) !== undefined;
    if (!isRoomKept || (await isBehind(api.chats.messages, roomId, lastAt))) {
      await client.chats.room({ params });
      await pause();
    }
    const read: Read = (query) => client.chats.messages({ params, query });
    await keepRoom(api.chats.messages, roomId, { lastAt, pause, read });
  };
  let cursor: string | undefined;
  for (let lists = 0; lists < mostLists; lists += 1) {
    const page = await client.chats.rooms.page(cursor === undefined ? {} : { query: { cursor } });
    for (const { id, lastMessage } of page.data.chatRooms)
      await attempt(() => keepPurchase(id, lastMessage?.createdAt), undefined);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
    await pause();
  }
  const inquiries = await client.inquiries.mine();
  for (const { id: roomId, lastMessage } of inquiries.chatRooms) {
    const read: Read = (query) => client.inquiries.messages({ params: { roomId }, query });
    const lastAt = lastMessage?.createdAt;
    await attempt(() => keepRoom(api.inquiries.messages, roomId, { lastAt, pause, read }), undefined);
  }
};
