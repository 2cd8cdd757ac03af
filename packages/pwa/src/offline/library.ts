import { api, AppError, type AnyEndpoint, type Content, type CurrentUser } from "@knowhow/shared";
import { client, type Page } from "@knowhow/ui/client/client.ts";
import {
  oldestStaleAt,
  onOldestStaleAt,
  recallAnswer,
  staleSince,
} from "@knowhow/ui/client/responseCache.ts";
import { sessionEpoch } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { isFresh } from "./age.ts";
import { createAttempts, type Attempt } from "./attempts.ts";
import { pruneAnswers } from "./responseCache.ts";
import { keepRest, paceOf, restOf } from "./pace.ts";
import { keepPictures } from "./pictures.ts";
import { readOnce } from "./readOnce.ts";
import { keepRooms } from "./rooms.ts";

/** Delay after a sign-in or a start, so that the first screen goes first, and the interval of rounds. */
const firstMs = 3_000;
const everyMs = 30 * 60_000;
/** How many of the user's own contents are kept for an edit, the newest; the list of them is kept whole. */
const maxOwnContents = 100;

/** The pause before a picture at least: the pace does not count them. */
const pictureMs = 500;

/** Lets other requests go first; throws where the round is to end. */
type Pause = (minMs?: number) => Promise<void>;

/** Whether the session is confirmed by the server, not only remembered by the device. */
const isPersonConfirmed = (): boolean => staleSince(api.accounts.me, {}) === undefined;

/** One round of reading all, for the active user. */
const beginRound = (personId: string) => {
  const turn = sessionEpoch();
  /** Set by the part that fails first: the others end too. */
  let hasFailed = false;
  const end = (why: string): never => {
    throw new Error(`The library is not kept: ${why}.`);
  };
  const check = () => {
    if (hasFailed) end("another part of it has failed");
    if (document.visibilityState !== "visible") end("nobody looks");
    if (!isPersonConfirmed() || oldestStaleAt() !== undefined || !navigator.onLine)
      end("there is no network");
    if (turn !== sessionEpoch() || window.location.pathname === "/logout") end("its person is leaving");
  };
  /** The pauses of both parts, one after the other: together they ask no faster than one. */
  let pausing: Promise<unknown> = Promise.resolve();
  const pause: Pause = async (minMs = 0) => {
    check();
    pausing = pausing.then(async () => {
      const pauseMs = Math.max(minMs, await paceOf(personId));
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
      });
    });
    await pausing;
    check();
  };
  /** Runs a part of the round. */
  const part = async <T>(work: (pause: Pause) => Promise<T>): Promise<T> => {
    try {
      return await work(pause);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  return { check, pause, part };
};

const isOld = async (contract: AnyEndpoint, params: Record<string, string>): Promise<boolean> =>
  !isFresh((await recallAnswer(contract, { params }))?.keptAt ?? 0);

/** Every page of a list, each kept by being fetched; `page` fetches the one at a cursor. */
const readAll = async <D>(
  pause: Pause,
  page: (cursor: string | undefined) => Promise<Page<D>>,
): Promise<D[]> => {
  const pages: D[] = [];
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await page(cursor);
    pages.push(data);
    cursor = nextCursor;
    await pause();
  } while (cursor !== undefined);
  return pages;
};

const keepContent = async (pause: Pause, { id }: Content): Promise<void> => {
  const isContentOld = await isOld(api.contents.get, { id });
  // A background read is no view.
  if (isContentOld) {
    await client.contents.get({ params: { id }, query: { peek: "1" } });
    await pause();
  }
  // A screen may have fetched the one without the other.
  if (!(await isOld(api.comments.list, { id }))) return;
  await client.comments.list({ params: { id } });
  await pause();
};

/** Keeps the bought contents with their receipts, and the user's own contents. */
const keepContents = async (pause: Pause, attempt: Attempt): Promise<Content[]> => {
  const bought = (await readAll(pause, (cursor) => readOnce(client.contents.bought, cursor))).flat();
  const orders = (
    await attempt(() => readAll(pause, (cursor) => readOnce(client.orders.list, cursor)), [])
  ).flat();
  for (const content of bought) await attempt(() => keepContent(pause, content), undefined);
  for (const { orderNumber } of orders) {
    if (!(await isOld(api.orders.get, { orderNumber }))) continue;
    await attempt(() => client.orders.get({ params: { orderNumber } }), undefined);
    await pause();
  }
  const own = (
    await attempt(() => readAll(pause, (cursor) => readOnce(client.contents.mine, cursor)), [])
  ).flat();
  const newest = own.slice(0, maxOwnContents);
  for (const content of newest) await attempt(() => keepContent(pause, content), undefined);
  return [...bought, ...newest];
};

/** Fetches the user's contents, receipts and rooms, so that the device has them without a network. */
const keepLibrary = async (personId: string): Promise<void> => {
  const { check, pause, part } = beginRound(personId);
  check();
  const attempt = createAttempts();
  // In parallel: a device that soon goes offline has something of both.
  const [contents] = await Promise.all([
    part((wait) => keepContents(wait, attempt)),
    part((wait) => keepRooms(wait, attempt)),
  ]);
  await pause();
  await pruneAnswers(personId);
  await keepPictures(contents, () => pause(pictureMs));
};

/** Keeps the signed-in user's library up to date, while the page is visible. */
export const watchLibrary = (queryClient: QueryClient): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let personId: string | undefined;
  /** The last round ended because the page was hidden. */
  let isCutOff = false;
  const run = async (reader: string) => {
    try {
      await keepLibrary(reader);
    } catch (error) {
      if (error instanceof AppError && hasCode(error, "RATE_LIMITED")) {
        const rest = keepRest(reader, error);
        if (reader === personId) plan(rest);
      }
      throw error;
    }
  };
  const plan = (delay: number) => {
    clearTimeout(timer);
    const reader = personId;
    if (reader === undefined) return;
    timer = setTimeout(() => {
      plan(everyMs);
      isCutOff = document.visibilityState !== "visible";
      if (!navigator.onLine || isCutOff) return;
      const rest = restOf(reader);
      if (rest > 0) {
        plan(rest);
        return;
      }
      run(reader).catch((error: unknown) => {
        isCutOff = document.visibilityState !== "visible";
        // The rest comes in the next round.
        console.warn(error);
      });
    }, delay);
  };
  const hash = hashKey(meKey);
  const handleMe = () => {
    const user = queryClient.getQueryData<CurrentUser | null>(meKey);
    const isReader = user && !user.isBanned && !user.mustChangePassword && isPersonConfirmed();
    const next = isReader ? user.id : undefined;
    if (next === personId) return;
    personId = next;
    plan(firstMs);
  };
  handleMe();
  // A remembered session may be confirmed, or a confirmed one become a remembered one.
  onOldestStaleAt(handleMe);
  document.addEventListener("visibilitychange", () => {
    if (isCutOff && document.visibilityState === "visible") plan(firstMs);
  });
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryHash === hash) handleMe();
  });
};
