import { api, pageSize } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { recallAnswer, talkKept } from "@knowhow/ui/client/responseCache.ts";
import type { Attempt } from "./attempts.ts";
import { isJustRead, readOnce, readPages } from "./readOnce.ts";

type Pause = () => Promise<void>;
type Read = (query: { before?: string; limit: number; peek: string }) => Promise<unknown>;

/** Pages of a room's earlier messages fetched in one round, at most: the kept messages join or are full before. */
const maxPages = 4;
/** Pages of the list of rooms, at most. */
const maxLists = 20;

type Talks = typeof api.chats.messages | typeof api.inquiries.messages;

/** Whether a room has messages newer than the kept ones, by the server's clock alone. */
const isBehind = async (contract: Talks, roomId: string, lastAt: string | undefined): Promise<boolean> => {
  const kept = await talkKept(contract, { roomId });
  return kept === undefined || (lastAt !== undefined && (kept.newestAt ?? "") < lastAt);
};

/** Fetches a room's new messages, and back from there until they join the kept ones, are all or are enough. */
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
  for (let pages = 0; pages < maxPages; pages += 1) {
    const talk = await kept();
    if (!talk || talk.first === undefined || talk.isDeep) return;
    await read({ before: talk.first, limit: pageSize.maxMessages, peek: "1" });
    await pause();
  }
};

/**
 * Keeps the newest messages of every room, the last active rooms first. `pause` lets other requests go first, and
 * throws where the work is to end; after a rate limit, which ends it too, the next round goes on from there. The
 * `attempt` skips a room that can not be read.
 */
export const keepRooms = async (pause: Pause, attempt: Attempt): Promise<void> => {
  const keepPurchase = async (roomId: string, lastAt: string | undefined) => {
    const params = { roomId };
    // A screen may have fetched the messages without the room.
    const roomSince = (await recallAnswer(api.chats.room, { params }))?.keptAt;
    const isRoomOld = roomSince === undefined || (await isBehind(api.chats.messages, roomId, lastAt));
    if (isRoomOld && !isJustRead(roomSince)) {
      await client.chats.room({ params });
      await pause();
    }
    const read: Read = (query) => client.chats.messages({ params, query });
    await keepRoom(api.chats.messages, roomId, { lastAt, pause, read });
  };
  for await (const { chatRooms } of readPages(pause, client.chats.rooms, { maxPages: maxLists }))
    for (const { id, lastMessage } of chatRooms)
      await attempt(() => keepPurchase(id, lastMessage?.createdAt), undefined);
  const inquiries = await readOnce(client.inquiries.mine);
  for (const { id: roomId, lastMessage } of inquiries.data.chatRooms) {
    const read: Read = (query) => client.inquiries.messages({ params: { roomId }, query });
    const lastAt = lastMessage?.createdAt;
    await attempt(() => keepRoom(api.inquiries.messages, roomId, { lastAt, pause, read }), undefined);
  }
};
