import { api, AppError, type AnyEndpoint, type ChatMessage } from "@knowhow/shared";
import { whoLeft } from "./leaving.ts";
import { keepFor, personHere } from "./person.ts";
import { platform } from "./platform.ts";

/** An answer as the device keeps it. */
export interface Kept {
  data: unknown;
  nextCursor: string | undefined;
  /** Milliseconds. */
  keptAt: number;
}

/** What the device keeps of what one person has read, under the address that it was read from. */
export interface Mirror {
  keep: (address: string, kept: Kept) => Promise<void>;
  recall: (address: string) => Promise<Kept | undefined>;
}

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** What can be read again without a network: what a person owns and talks about. Money and administration are not. */
const mirrored: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  api.accounts.me,
  api.contents.bought,
  api.contents.mine,
  api.contents.get,
  api.comments.list,
  api.orders.list,
  api.orders.get,
  api.chats.rooms,
  api.chats.room,
  api.chats.messages,
  api.inquiries.mine,
  api.inquiries.messages,
  // Asked for as an act, since it may be made first; then it is something to read.
  api.assistant.summarize,
]);
const talks: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([api.chats.messages, api.inquiries.messages]);

/** So many messages of a room are kept, the newest. */
const mostMessages = 500;

let recalledAt: number | undefined;
const listeners = new Set<() => void>();
const become = (next: number | undefined) => {
  if (next === recalledAt) return;
  recalledAt = next;
  for (const listener of listeners) listener();
};

/** When the oldest of what is shown without a network was kept; undefined while all of it is fresh. */
export const shownSince = (): number | undefined => recalledAt;

/** Calls back when that changes; answers how to stop. */
export const onShownSince = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Reads that have no answer yet, and what is shown in their place: since when it is kept. */
const unanswered = new Map<string, number>();
/** Whether something is shown of which the server was asked in vain. */
let hasFailed = false;
const recoveries = new Set<() => void>();

/** Calls back when the server answers again after reads that had no answer; gives the way to stop. */
export const onRecovery = (listener: () => void): (() => void) => {
  recoveries.add(listener);
  return () => {
    recoveries.delete(listener);
  };
};

/** After an answer of the server: what is read from now on is fresh. */
export const heardServer = (): void => {
  become(unanswered.size === 0 ? undefined : Math.min(...unanswered.values()));
  if (!hasFailed) return;
  hasFailed = false;
  for (const listener of recoveries) listener();
};

const addressOf = ({ path }: AnyEndpoint, { params, query }: Asked): string => {
  // Looked at or not, it is the same answer.
  const asked = Object.entries(query ?? {}).filter(([name, value]) => name !== "peek" && value !== undefined);
  return JSON.stringify([path, params ?? {}, Object.fromEntries(asked.sort())]);
};

/** All of a room stands under one address. */
const talkAddress = ({ path }: AnyEndpoint, { params }: Asked): string => JSON.stringify([path, params]);

const textIn = ({ query }: Asked, name: "after" | "before"): string | undefined => {
  const value = query?.[name];
  return typeof value === "string" ? value : undefined;
};

interface Talk {
  messages: ChatMessage[];
  readUpTo: string | null;
}

const isTalk = (data: unknown): data is Talk =>
  typeof data === "object" && data !== null && "messages" in data;

/** What is kept of a room with one more page of it: one stretch without gaps, its newest end. */
const joined = (before: Talk | undefined, page: Talk, asked: Asked): Talk | undefined => {
  const known = new Set(before?.messages.map(({ id }) => id));
  const edge = textIn(asked, "after") ?? textIn(asked, "before");
  const touches = edge === undefined ? page.messages.some(({ id }) => known.has(id)) : known.has(edge);
  if (edge !== undefined && !touches) return undefined;
  // A poll that found nothing.
  if (touches && page.messages.length === 0 && page.readUpTo === before?.readUpTo) return undefined;
  const byId = new Map((touches ? before?.messages : undefined)?.map((message) => [message.id, message]));
  for (const message of page.messages) byId.set(message.id, message);
  const messages = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { messages: messages.slice(-mostMessages), readUpTo: page.readUpTo };
};

const pageOf = ({ messages, readUpTo }: Talk, asked: Asked): Talk | undefined => {
  // Nothing newer is known here.
  if (textIn(asked, "after") !== undefined) return undefined;
  const before = textIn(asked, "before");
  const earlier = before === undefined ? messages : messages.filter(({ id }) => id < before);
  return { messages: earlier.slice(-Number(asked.query?.["limit"] ?? messages.length)), readUpTo };
};

const idOf = (answer: unknown): string | null => {
  const { user } = answer as { user?: { id?: string } }; // the contract's answer
  return user?.id ?? null;
};

/** Only what somebody owns: what was merely looked at is not kept. */
const isOwn = (contract: AnyEndpoint, data: unknown): boolean => {
  if (contract !== api.contents.get) return true;
  const { hasPurchased, isOwner } = data as { hasPurchased?: boolean; isOwner?: boolean }; // the contract's answer
  return hasPurchased === true || isOwner === true;
};

/** Keeps an answer of the server for a time without a network. */
export const keepAnswer = async (
  contract: AnyEndpoint,
  asked: Asked,
  data: unknown,
  nextCursor: string | undefined,
): Promise<void> => {
  if (!mirrored.has(contract) || !isOwn(contract, data)) return;
  // Who this is is known by this very answer.
  if (contract === api.accounts.me) {
    // Asked before the sign-out.
    if (whoLeft() !== undefined) return;
    keepFor(idOf(data));
  }
  const personId = personHere();
  const mirror = personId === null ? undefined : platform.openMirror?.(personId);
  if (!mirror) return;
  try {
    if (!talks.has(contract) || !isTalk(data)) {
      await mirror.keep(addressOf(contract, asked), { data, nextCursor, keptAt: Date.now() });
      return;
    }
    const address = talkAddress(contract, asked);
    const before = (await mirror.recall(address))?.data;
    const talk = joined(isTalk(before) ? before : undefined, data, asked);
    if (talk) await mirror.keep(address, { data: talk, nextCursor: undefined, keptAt: Date.now() });
  } catch (error) {
    // Without room on the device it is only read while there is a network.
    console.warn(error);
  }
};

/** When an answer was kept, in milliseconds; undefined when it is not on the device. */
export const keptSince = async (contract: AnyEndpoint, asked: Asked): Promise<number | undefined> => {
  const personId = personHere();
  if (personId === null) return undefined;
  const address = talks.has(contract) ? talkAddress(contract, asked) : addressOf(contract, asked);
  return (await platform.openMirror?.(personId).recall(address))?.keptAt;
};

const recall = async (contract: AnyEndpoint, asked: Asked): Promise<Kept | undefined> => {
  const personId = personHere();
  if (personId === null || !mirrored.has(contract)) return undefined;
  try {
    const isOfTalk = talks.has(contract);
    const kept = await platform
      .openMirror?.(personId)
      .recall(isOfTalk ? talkAddress(contract, asked) : addressOf(contract, asked));
    if (!kept) return undefined;
    const data = isOfTalk && isTalk(kept.data) ? pageOf(kept.data, asked) : kept.data;
    if (data === undefined) return undefined;
    become(Math.min(recalledAt ?? Infinity, kept.keptAt));
    return { ...kept, data };
  } catch (error) {
    console.warn(error);
    return undefined;
  }
};

/** The answer as it was kept, when there is no network to ask. */
export const recallAnswer = async (contract: AnyEndpoint, asked: Asked): Promise<Kept | undefined> => {
  const kept = await recall(contract, asked);
  if (kept) hasFailed = true;
  return kept;
};

/** Without an answer by then, what is kept is shown meanwhile. */
const patienceMs = 4_000;
/** An answer that came late is there for whoever reads anew at once. */
const lateMs = 5_000;

type Answer = Pick<Kept, "data" | "nextCursor"> & { keptAt?: number };
const late = new Map<string, Promise<Answer>>();
const lateListeners = new Set<(path: string, params: unknown) => void>();

/** Calls back when an answer came in whose place something kept was shown: it is read anew. Gives the way to stop. */
export const onLate = (listener: (path: string, params: unknown) => void): (() => void) => {
  lateListeners.add(listener);
  return () => {
    lateListeners.delete(listener);
  };
};

/** Asks for something; where that takes long, the kept answer is given while the asking goes on. */
export const askPatiently = async (
  contract: AnyEndpoint,
  asked: Asked,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  if (!mirrored.has(contract)) return ask();
  const address = addressOf(contract, asked);
  const found = late.get(address);
  if (found && late.delete(address)) return found;
  const asking = ask();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tired = new Promise<Kept | undefined>((resolve) => {
    timer = setTimeout(() => void recall(contract, asked).then(resolve), patienceMs);
  });
  const first = await Promise.race([asking.then(() => undefined), tired]).finally(() => clearTimeout(timer));
  if (!first) return asking;
  unanswered.set(address, first.keptAt);
  const tellLate = () => {
    late.set(address, asking);
    setTimeout(() => late.delete(address), lateMs);
    heardServer();
    for (const listener of lateListeners) listener(contract.path, asked.params);
  };
  asking
    .finally(() => unanswered.delete(address))
    .then(
      // No answer in the end: it stays as old as it is.
      ({ keptAt }) => (keptAt === undefined ? tellLate() : undefined),
      (error: unknown) => {
        // A no is an answer too: the session may be over.
        if (error instanceof AppError) tellLate();
        else hasFailed = true;
      },
    )
    // A listener's failure is none of the asking.
    .catch((error: unknown) => console.warn(error));
  return first;
};
