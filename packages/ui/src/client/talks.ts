import { pageSize, type ChatMessage } from "@knowhow/shared";

/** Most messages kept of a room, the newest. */
const maxMessages = 500;

/** Messages without a gap; `isWhole` where the room's first one is among them. */
interface Stretch {
  messages: ChatMessage[];
  isWhole?: boolean;
}

/** Kept messages of a room: its newest stretch, and the earlier one (`apart`) where there is a gap between the two. */
export interface Talk extends Stretch {
  readUpTo: string | null;
  apart?: Stretch;
}

type Query = Record<string, unknown> | undefined;

/** Whether an answer is a page of a room. */
export const isTalk = (data: unknown): data is Talk =>
  typeof data === "object" && data !== null && "messages" in data;

/** The message before or after which a page was asked for. */
export const edgeOf = (query: Query, name: "after" | "before"): string | undefined => {
  const value = query?.[name];
  return typeof value === "string" ? value : undefined;
};

const limitOf = (query: Query): number => Number(query?.["limit"] ?? pageSize.messages);

/** Joins two stretches that touch; of a message in both, the second's version counts. */
const merged = (one: Stretch | undefined, other: Stretch): Stretch => {
  const byId = new Map(one?.messages.map((message) => [message.id, message]));
  for (const message of other.messages) byId.set(message.id, message);
  const messages = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isWhole = (one?.isWhole === true || other.isWhole === true) && messages.length <= maxMessages;
  return { messages: messages.slice(-maxMessages), isWhole };
};

/** A kept room joined with one more page; undefined where the page changes nothing. */
export const joined = (before: Talk | undefined, page: Talk, query: Query): Talk | undefined => {
  const { readUpTo } = page;
  const known = new Set(before?.messages.map(({ id }) => id));
  const isEarlier = edgeOf(query, "before") !== undefined;
  const isLater = edgeOf(query, "after") !== undefined;
  const edge = edgeOf(query, "after") ?? edgeOf(query, "before");
  const touches = edge === undefined ? page.messages.some(({ id }) => known.has(id)) : known.has(edge);
  if (edge !== undefined && !touches) return undefined;
  // A poll that found nothing.
  if (touches && !isEarlier && page.messages.length === 0 && readUpTo === before?.readUpTo) return undefined;
  // Fewer than were asked for: there is nothing earlier.
  const read = { messages: page.messages, isWhole: !isLater && page.messages.length < limitOf(query) };
  const newest = merged(touches ? before : undefined, read);
  const apart =
    touches || before === undefined
      ? before?.apart
      : { messages: before.messages, isWhole: before.isWhole === true };
  const [first] = newest.messages;
  const last = apart?.messages.at(-1);
  if (!apart || !last || !first || newest.isWhole) return { ...newest, readUpTo };
  return last.id >= first.id ? { ...merged(apart, newest), readUpTo } : { ...newest, readUpTo, apart };
};

/** A page of the kept messages, as it was asked for. */
export const pageOf = ({ messages, readUpTo }: Talk, query: Query): Talk | undefined => {
  // The device knows nothing newer.
  if (edgeOf(query, "after") !== undefined) return undefined;
  const before = edgeOf(query, "before");
  const earlier = before === undefined ? messages : messages.filter(({ id }) => id < before);
  return { messages: earlier.slice(-Number(query?.["limit"] ?? messages.length)), readUpTo };
};

/** Whether a room is kept as far back as it ever is. */
export const isDeep = ({ messages, isWhole }: Talk): boolean =>
  isWhole === true || messages.length >= maxMessages;
