import { useEffect } from "react";
import { keepNews } from "../../client/events.ts";
import { useRoomNews } from "../chats/useChatRooms.ts";
import { useOrderNews } from "../orders/useOrderNews.ts";
import { useTradeNews } from "./useTradeNews.ts";

/** Keeps the stream of a signed-in person's news open, and their rooms, orders and sales up to date by it. */
export const PersonNews = ({ personId }: { personId: string }) => {
  useRoomNews();
  useOrderNews();
  useTradeNews();
  // Opened when all of these listen.
  useEffect(() => keepNews(personId), [personId]);
  return null;
};
