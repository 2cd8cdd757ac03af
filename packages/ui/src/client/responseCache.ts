import { api, AppError, type AnyEndpoint } from "@knowhow/shared";
import { forgetViews } from "./keptViews.ts";
import { pendingSignOut } from "./leaving.ts";
import { createLiveValue } from "./liveValue.ts";
import { isForActiveUser, setActiveUser, activeUserId, sessionEpoch } from "./activeUser.ts";
import { createSignal } from "./signal.ts";
import { isCacheable, parts, talks } from "./cacheableCalls.ts";
import { edgeOf, isDeep, isTalk, joined, pageOf, type Talk } from "./talks.ts";

/** An answer as the device keeps it. */
export interface CachedResponse {
  data: unknown;
  nextCursor: string | undefined;
  /** Milliseconds. */
  keptAt: number;
}

/** Answers that the device keeps of one person, under the address that they were read from. */
export interface ResponseCache {
  keep: (address: string, kept: CachedResponse) => Promise<void>;
  recall: (address: string) => Promise<CachedResponse | undefined>;
  /** Deletes the answers under addresses that begin so. */
  forget: (start: string) => Promise<void>;
}

let openCache: ((personId: string) => ResponseCache) | undefined;

/** Keeps answers in the store of their person from now on, as the shell opens it; gives the way to stop. */
export const keepResponsesIn = (open: (personId: string) => ResponseCache): (() => void) => {
  openCache = open;
  return () => {
    if (openCache === open) openCache = undefined;
  };
};

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

const recalledAt = createLiveValue<number | undefined>(undefined);

/** When the oldest stale answer on the screen was kept; undefined while all is fresh. */
export const oldestStaleAt = recalledAt.getSnapshot;

/** Calls back when that changes, and after a call without an answer; gives the way to stop. */
export const onOldestStaleAt = recalledAt.subscribe;

/** Stale answers that are shown, by epoch and address; a new object each time that the server was asked in vain. */
const shown = new Map<string, { keptAt: number }>();
/** Whether the server was asked in vain. */
let hasFailed = false;
const tellShown = () => {
  let oldest: number | undefined;
  for (const [address, { keptAt }] of shown)
    if (address.startsWith(`${sessionEpoch()} `)) oldest = Math.min(oldest ?? keptAt, keptAt);
  if (oldest !== oldestStaleAt()) recalledAt.set(oldest);
};
const show = (address: string, { keptAt }: { keptAt: number }) => {
  shown.set(address, { keptAt });
  tellShown();
};
/** When the stale answer in this one's place was kept; undefined where the server has answered. */
export const staleSince = (contract: AnyEndpoint, asked: Asked): number | undefined =>
  shown.get(`${sessionEpoch()} ${addressOf(contract, asked)}`)?.keptAt;
/** Marks a public list, kept at this time in milliseconds, as shown in the place of an answer that did not come. */
export const markStale = (contract: AnyEndpoint, asked: Asked, keptAt: number): void => {
  show(`${sessionEpoch()} ${addressOf(contract, asked)}`, { keptAt });
};
const recovery = createSignal();

/** Calls back when the server answers again after calls that had no answer; gives the way to stop. */
export const onRecovery = recovery.on;

/** Whether the server gave no answer when it was asked last. */
export const isMissed = (): boolean => hasFailed;

/** After a call without an answer. */
export const onUnreachable = (): void => {
  hasFailed = true;
  recalledAt.set(oldestStaleAt());
};

/**
 * After a response of the server: this answer is fresh, no other is. A 5xx status, of the server or a proxy before it,
 * is no answer.
 */
export const onResponse = (contract: AnyEndpoint, asked: Asked, turn: string, status: number): void => {
  const address = `${turn} ${addressOf(contract, asked)}`;
  const old = shown.get(address);
  if (status >= 500) {
    if (!old) return;
    show(address, old);
    hasFailed = true;
    return;
  }
  shown.delete(address);
  tellShown();
  if (!hasFailed) return;
  hasFailed = false;
  recovery.tell();
};

/** Reads everything on the screen anew; stale answers that were not read again count as not shown. */
export const refetchStaleQueries = async (read: () => Promise<unknown>): Promise<void> => {
  const before = [...shown];
  await read();
  for (const [address, old] of before) if (shown.get(address) === old) shown.delete(address);
  tellShown();
};

const addressOf = ({ path }: AnyEndpoint, { params, query }: Asked): string => {
  // A peek and a visit have the same answer.
  const asked = Object.entries(query ?? {}).filter(([name, value]) => name !== "peek" && value !== undefined);
  return JSON.stringify([path, params ?? {}, Object.fromEntries(asked.sort())]);
};

/** The common beginning of all addresses of a call with these parameters. */
const startOf = ({ path }: AnyEndpoint, { params }: Asked): string =>
  JSON.stringify([path, params]).slice(0, -1);

/** All of a room stands under one address. */
const talkAddress = ({ path }: AnyEndpoint, { params }: Asked): string => JSON.stringify([path, params]);

const idOf = (answer: unknown): string | null => {
  const { user } = answer as { user?: { id?: string } }; // the contract's answer
  return user?.id ?? null;
};

const forget = async (cache: ResponseCache, contract: AnyEndpoint, asked: Asked): Promise<void> => {
  const roomId = asked.params?.["roomId"];
  if (roomId !== undefined) forgetViews([`/chat/${roomId}`]);
  else if (await cache.recall(addressOf(contract, asked))) forgetViews(["/profile", "/library"]);
  for (const one of [contract, ...(parts.get(contract) ?? [])]) await cache.forget(startOf(one, asked));
};

/** Rooms of others that an administrator has opened on this page, by administrator and room. */
const foreignRooms = new Set<string>();
const foreignName = (personId: string, { params }: Asked): string => `${personId} ${params?.roomId ?? ""}`;

/** Whether the person is one of the room's two parties. */
const isParty = (personId: string, asked: Asked, data: unknown): boolean => {
  const { chatRoom } = data as { chatRoom?: { buyerId?: string; sellerId?: string } }; // the contract's answer
  const isOne = chatRoom?.buyerId === personId || chatRoom?.sellerId === personId;
  if (isOne) foreignRooms.delete(foreignName(personId, asked));
  else foreignRooms.add(foreignName(personId, asked));
  return isOne;
};

/**
 * Only a person's own: a content that was only viewed is not kept, nor are its comments, ratings and versions. A party's
 * messages may come before their room; an administrator asks for the room first.
 */
const isOwnAnswer = async (
  cache: ResponseCache,
  personId: string,
  contract: AnyEndpoint,
  asked: Asked,
  data: unknown,
): Promise<boolean> => {
  if (contract === api.chats.room) return isParty(personId, asked, data);
  if (contract === api.chats.messages) return !foreignRooms.has(foreignName(personId, asked));
  if (contract === api.comments.list || contract === api.ratings.list || contract === api.contents.versions)
    return (await cache.recall(addressOf(api.contents.get, { params: asked.params ?? {} }))) !== undefined;
  if (contract !== api.contents.get) return true;
  const { hasPurchased, isOwner } = data as { hasPurchased?: boolean; isOwner?: boolean }; // the contract's answer
  return hasPurchased === true || isOwner === true;
};

/** The thing is gone, or not this person's any more. */
const goneCodes: ReadonlySet<AppError["code"]> = new Set([
  "NOT_FOUND",
  "NOT_OWNER",
  "PURCHASE_REQUIRED",
] as const);

/** After a refusal: an answer that it calls gone is deleted. */
export const evict = async (
  contract: AnyEndpoint,
  asked: Asked,
  failure: unknown,
  turn: string,
): Promise<void> => {
  const isGone = failure instanceof AppError && goneCodes.has(failure.code);
  const personId = activeUserId();
  if (!isGone || !asked.params || !isCacheable(contract) || personId === null || !isForActiveUser(turn))
    return;
  const cache = openCache?.(personId);
  if (cache) await forget(cache, contract, asked).catch((error: unknown) => console.warn(error));
};

/** Pages of a room one after the other: each is joined to the stored ones. */
let keeping: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = keeping.then(work);
  keeping = next.catch(() => undefined);
  return next;
};

const keepTalk = async (
  cache: ResponseCache,
  contract: AnyEndpoint,
  asked: Asked,
  page: Talk,
): Promise<void> => {
  const address = talkAddress(contract, asked);
  const before = await cache.recall(address);
  const talk = joined(before && isTalk(before.data) ? before.data : undefined, page, asked.query);
  // An earlier page says nothing about newer messages.
  const keptAt = before && edgeOf(asked.query, "before") !== undefined ? before.keptAt : Date.now();
  if (talk) await cache.keep(address, { data: talk, nextCursor: undefined, keptAt });
};

/** How much of a room is kept: its newest message's time, its first one's id, and whether it goes far enough back. */
export const talkKept = async (
  contract: AnyEndpoint,
  params: Record<string, string>,
): Promise<{ newestAt: string | undefined; first: string | undefined; isDeep: boolean } | undefined> => {
  const personId = activeUserId();
  const cache = personId === null ? undefined : openCache?.(personId);
  const kept = await inTurn(async () => cache?.recall(talkAddress(contract, { params })));
  if (!kept || !isTalk(kept.data)) return undefined;
  const { messages } = kept.data;
  return { newestAt: messages.at(-1)?.createdAt, first: messages[0]?.id, isDeep: isDeep(kept.data) };
};

/**
 * Keeps an answer for a time without a network, unless the user has changed since the epoch in which it was asked for.
 */
export const cacheResponse = async (
  contract: AnyEndpoint,
  asked: Asked,
  data: unknown,
  nextCursor: string | undefined,
  turn = sessionEpoch(),
): Promise<void> => {
  if (!isCacheable(contract) || !isForActiveUser(turn)) return;
  // This answer itself names the user.
  if (contract === api.accounts.me) {
    // Asked before a sign-out or another sign-in.
    if (pendingSignOut() !== undefined || turn !== sessionEpoch()) return;
    setActiveUser(idOf(data));
    // The device could not store it.
    if (activeUserId() !== idOf(data)) return;
  }
  const personId = activeUserId();
  const cache = personId === null ? undefined : openCache?.(personId);
  if (!cache || personId === null) return;
  try {
    if (!(await isOwnAnswer(cache, personId, contract, asked, data))) {
      // A purchase that was refunded, or an answer kept before its owner was known.
      if (parts.has(contract)) await forget(cache, contract, asked);
      return;
    }
    if (!talks.has(contract) || !isTalk(data)) {
      await cache.keep(addressOf(contract, asked), { data, nextCursor, keptAt: Date.now() });
      return;
    }
    await inTurn(() => keepTalk(cache, contract, asked, data));
  } catch (error) {
    // Without room on the device it can only be read with a network.
    console.warn(error);
  }
};

/** An answer of the active user as the device keeps it; undefined when it is not there. */
export const recallAnswer = async (
  contract: AnyEndpoint,
  asked: Asked,
): Promise<CachedResponse | undefined> => {
  const personId = activeUserId();
  if (personId === null) return undefined;
  const address = talks.has(contract) ? talkAddress(contract, asked) : addressOf(contract, asked);
  return openCache?.(personId).recall(address);
};

const recall = async (
  contract: AnyEndpoint,
  asked: Asked,
  turn: string,
): Promise<CachedResponse | undefined> => {
  const personId = activeUserId();
  if (personId === null || !isCacheable(contract) || turn !== sessionEpoch()) return undefined;
  try {
    const isOfTalk = talks.has(contract);
    const kept = await openCache?.(personId).recall(
      isOfTalk ? talkAddress(contract, asked) : addressOf(contract, asked),
    );
    if (!kept) return undefined;
    const data = isOfTalk && isTalk(kept.data) ? pageOf(kept.data, asked.query) : kept.data;
    if (data === undefined) return undefined;
    return { ...kept, data };
  } catch (error) {
    console.warn(error);
    return undefined;
  }
};

/** The answer as it was kept, when there is no network to ask; none where it was asked for in another epoch. */
export const readCachedResponse = async (
  contract: AnyEndpoint,
  asked: Asked,
  turn = sessionEpoch(),
): Promise<CachedResponse | undefined> => {
  const kept = await recall(contract, asked, turn);
  if (kept) {
    hasFailed = true;
    show(`${turn} ${addressOf(contract, asked)}`, kept);
  }
  return kept;
};

/** Without an answer by then, the kept one is shown meanwhile. */
const patienceMs = 4_000;
/** A late answer serves reads that follow at once. */
const lateMs = 5_000;

type Answer = Pick<CachedResponse, "data" | "nextCursor"> & { keptAt?: number };
const late = new Map<string, Promise<Answer>>();
const lateness = createSignal<[path: string, params: unknown]>();

/** Calls back when an answer came after a kept one was shown in its place: it is read anew. Gives the way to stop. */
export const onLate = lateness.on;

/** Asks for an answer; where that takes long, gives the kept one and goes on asking. */
export const fetchWithStaleFallback = async (
  contract: AnyEndpoint,
  asked: Asked,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  if (!isCacheable(contract)) return ask();
  const turn = sessionEpoch();
  const address = `${turn} ${addressOf(contract, asked)}`;
  const found = late.get(address);
  if (found && late.delete(address)) return found;
  const asking = ask();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tired = new Promise<CachedResponse | undefined>((resolve) => {
    timer = setTimeout(() => void recall(contract, asked, turn).then(resolve), patienceMs);
  });
  const first = await Promise.race([asking.then(() => undefined), tired]).finally(() => clearTimeout(timer));
  if (!first) return asking;
  show(address, first);
  const tellLate = () => {
    late.set(address, asking);
    setTimeout(() => late.delete(address), lateMs);
    onResponse(contract, asked, turn, 200);
    lateness.tell(contract.path, asked.params);
  };
  asking
    .then(
      // No answer in the end: the shown one stays stale.
      ({ keptAt }) => (keptAt === undefined ? tellLate() : undefined),
      (error: unknown) => {
        // A refusal is an answer too: the session may be over.
        if (error instanceof AppError && error.status < 500) tellLate();
        else hasFailed = true;
      },
    )
    // A listener's failure must not fail the request.
    .catch((error: unknown) => console.warn(error));
  return first;
};
