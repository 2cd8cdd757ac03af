import { pageSize, type ChatMessage } from "@knowhow/shared";
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { onNews, useNewsLive } from "../../client/events.ts";
import { createRefresher } from "../../client/refresher.ts";
import { useOnline } from "../../components/useOnline.ts";
import {
  emptyStore,
  withNewer,
  withOlder,
  withSent,
  type MessagePage,
  type MessageStore,
} from "./messageStore.ts";

/** While news arrive, polling only finds what they may have left out. */
const heartbeatMs = 30_000;

/** Which messages of a room are asked for. */
interface MessageQuery {
  after?: string;
  before?: string;
  limit: number;
  /** Set while the room is not in view: messages that are only fetched do not count as read. */
  peek?: string;
}

/** Where the messages of a room come from: purchase rooms and conversations with the administrators are read alike. */
export interface TalkSource {
  roomId: string;
  /** Path of the contract, for the key in the cache. */
  path: string;
  /** How often it is polled while the stream of news is not open. */
  intervalMs: number;
  read: (query: MessageQuery, signal?: AbortSignal) => Promise<MessagePage>;
  /** Whether the person looks at it; by default whether the page is visible. */
  isLookedAt?: boolean;
}

const peeking = ({ isLookedAt }: TalkSource): Pick<MessageQuery, "peek"> =>
  (isLookedAt ?? document.visibilityState === "visible") ? {} : { peek: "1" };

const readNewer = async (
  source: TalkSource,
  store: MessageStore | undefined,
  signal: AbortSignal,
): Promise<MessagePage & { isWhole: boolean }> => {
  if (store?.upTo === undefined) {
    const page = await source.read({ limit: pageSize.messages, ...peeking(source) }, signal);
    return { ...page, isWhole: page.messages.length < pageSize.messages };
  }
  const messages: ChatMessage[] = [];
  let after = store.upTo;
  for (;;) {
    const page = await source.read({ after, limit: pageSize.maxMessages, ...peeking(source) }, signal);
    messages.push(...page.messages);
    const last = page.messages.at(-1);
    if (!last || page.messages.length < pageSize.maxMessages)
      return { messages, readUpTo: page.readUpTo, isWhole: false };
    after = last.id;
  }
};

/** The messages of a room, kept up to date while it is looked at, and the way to older ones. */
export interface TalkState {
  roomId: string;
  store: MessageStore | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
  older: Pick<UseMutationResult, "isPending" | "error"> & { load: () => void };
  /** Adds one that was just sent. */
  add: (message: ChatMessage) => void;
}

/** Reads the messages of a room; `isThere` turns false once it is known that there is no such room. */
export const useTalk = (source: TalkSource, isThere = true): TalkState => {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const isLive = useNewsLive();
  const { roomId, path } = source;
  const key = useMemo(() => [path, { params: { roomId } }], [path, roomId]);
  const known = useCallback(() => queryClient.getQueryData<MessageStore>(key), [queryClient, key]);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { isWhole, ...page } = await readNewer(source, known(), signal);
      // Older ones may have come meanwhile, or own ones been sent.
      const store = known();
      return withNewer(store ?? { ...emptyStore, hasOlder: !isWhole }, page);
    },
    enabled: isThere,
    refetchInterval: isOnline ? (isLive ? heartbeatMs : source.intervalMs) : false,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    refetchOnMount: "always",
    structuralSharing: false,
  });
  const { refetch } = query;
  const refresh = useMemo(() => createRefresher(() => refetch()), [refetch]);
  useEffect(() => {
    const handleNews = (data: { roomId: string }) => {
      if (data.roomId === roomId) void refresh();
    };
    const stops = [
      onNews("message", handleNews),
      onNews("room", handleNews),
      onNews("resync", () => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [roomId, refresh]);
  const older = useMutation({
    mutationFn: async () => {
      const first = known()?.messages[0];
      if (!first) return;
      const limit = pageSize.messages;
      const page = await source.read({ before: first.id, limit, ...peeking(source) });
      queryClient.setQueryData<MessageStore>(key, (store) => store && withOlder(store, page, limit));
    },
  });
  const add = useCallback(
    (message: ChatMessage) => {
      queryClient.setQueryData<MessageStore>(key, (store) => withSent(store ?? emptyStore, message));
    },
    [queryClient, key],
  );
  return {
    roomId,
    store: query.data,
    error: query.error,
    isPending: query.isPending,
    refetch,
    older: { isPending: older.isPending, error: older.error, load: () => older.mutate() },
    add,
  };
};
