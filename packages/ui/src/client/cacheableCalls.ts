import { api, type AnyEndpoint } from "@knowhow/shared";

/**
 * Answers that can be read without a network: a person's own contents, talks, receipts and sales. No call that moves
 * money, and nothing of other people that an administrator may read.
 */
const cacheable: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  api.accounts.me,
  api.contents.bought,
  api.contents.mine,
  api.contents.get,
  api.contents.versions,
  api.comments.list,
  api.ratings.list,
  api.orders.list,
  api.orders.get,
  api.settlements.list,
  api.seller.listSales,
  api.seller.getBalance,
  api.seller.getStatement,
  api.chats.rooms,
  api.chats.room,
  api.chats.messages,
  api.inquiries.mine,
  api.inquiries.messages,
  // Called as an act, since it may create the summary; afterwards it is a read.
  api.assistant.summarize,
  api.reading.list,
  api.reading.get,
  api.wishes.list,
  api.mentors.following,
  api.home.get,
]);
/** Whether an answer can be read again without a network. */
export const isCacheable = (contract: AnyEndpoint): boolean => cacheable.has(contract);

/** Calls whose pages are one conversation, kept under one address. */
export const talks: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  api.chats.messages,
  api.inquiries.messages,
]);

/** Answers that are kept only as long as the answer that they belong to. */
export const parts = new Map<AnyEndpoint, readonly AnyEndpoint[]>([
  [api.contents.get, [api.contents.versions, api.comments.list, api.ratings.list, api.assistant.summarize]],
  [api.chats.room, [api.chats.messages]],
]);
