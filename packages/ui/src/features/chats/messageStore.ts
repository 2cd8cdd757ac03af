import type { ChatMessage } from "@knowhow/shared";

/** Known messages of a room: one stretch without gaps up to `upTo`, and own ones that were sent meanwhile. */
export interface MessageStore {
  /** Oldest first. */
  messages: readonly ChatMessage[];
  /** The newest message of the stretch; no newer one was read, though a newer one may have been sent. */
  upTo: string | undefined;
  hasOlder: boolean;
  readUpTo: string | null;
}

/** One answer about the messages of a room. */
export interface MessagePage {
  messages: readonly ChatMessage[];
  readUpTo: string | null;
}

export const emptyStore: MessageStore = { messages: [], upTo: undefined, hasOlder: false, readUpTo: null };

const later = <T extends string | null | undefined>(one: T, other: T): T =>
  (one ?? "") > (other ?? "") ? one : other;

/** Ids grow with time within a room. */
const merge = (known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] => {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of more) byId.set(message.id, message);
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
};

/** The store with messages read after the stretch; the very same one when nothing is new. */
export const withNewer = (store: MessageStore, { messages, readUpTo }: MessagePage): MessageStore => {
  const read = later(store.readUpTo, readUpTo);
  if (messages.length === 0 && read === store.readUpTo) return store;
  return {
    ...store,
    messages: merge(store.messages, messages),
    upTo: later(store.upTo, messages.at(-1)?.id),
    readUpTo: read,
  };
};

/** The store with messages read before it; a page that is not full was the last. */
export const withOlder = (store: MessageStore, page: MessagePage, limit: number): MessageStore => ({
  ...store,
  messages: merge(store.messages, page.messages),
  hasOlder: page.messages.length === limit,
});

/** The store with a message that was just sent. An older one of the other side may not have been read yet. */
export const withSent = (store: MessageStore, message: ChatMessage): MessageStore => ({
  ...store,
  messages: merge(store.messages, [message]),
});
