import { api, type AnyEndpoint, type Content, type CurrentUser } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { keptSince, oldestStaleAt, onOldestStaleAt, staleSince } from "@knowhow/ui/client/responseCache.ts";
import { activeUserId, sessionEpoch } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { isFresh } from "./age.ts";
import { createAttempts, type Attempt } from "./attempts.ts";
import { pruneAnswers } from "./responseCache.ts";
import { keepPictures } from "./pictures.ts";
import { keepRooms } from "./rooms.ts";

/** How long after a sign-in or a start it begins, so that the first screen goes first, and how often it is looked at. */
const firstMs = 3_000;
const everyMs = 30 * 60_000;
/** Of what somebody sells the newest are at hand for an edit; the list of all is. */
const mostOwn = 100;
/** Between two reads: nobody waits for them. */
const pauseMs = 50;

/** Lets others go first; fails where the round is to end. */
type Pause = () => Promise<void>;

/** Whether the server itself has named who is here, and not the device what it remembers of them. */
const isPersonConfirmed = (): boolean => staleSince(api.accounts.me, {}) === undefined;

/** One reading of all, for whoever is here now. */
const beginRound = () => {
  const turn = sessionEpoch();
  /** Of the part that failed first: the others end with it. */
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
  const pause: Pause = async () => {
    check();
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    check();
  };
  /** Does a part of it. */
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
  !isFresh((await keptSince(contract, { params })) ?? 0);

/** Every page of a list, each kept by being read; `page` reads the one at a cursor. */
const readAll = async <D>(
  pause: Pause,
  page: (cursor: string | undefined) => Promise<{ data: D; nextCursor: string | undefined }>,
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

const queryOf = (cursor: string | undefined) => (cursor === undefined ? {} : { query: { cursor } });

const keepContent = async (pause: Pause, { id }: Content): Promise<void> => {
  const isContentOld = await isOld(api.contents.get, { id });
  // Nobody looks at it: it is no view.
  if (isContentOld) await client.contents.get({ params: { id }, query: { peek: "1" } });
  // A screen may have read the one without the other.
  const areCommentsOld = await isOld(api.comments.list, { id });
  if (areCommentsOld) await client.comments.list({ params: { id } });
  if (isContentOld || areCommentsOld) await pause();
};

/** What was bought with its receipts, and what is sold. */
const keepContents = async (pause: Pause, attempt: Attempt): Promise<Content[]> => {
  const bought = (await readAll(pause, (cursor) => client.contents.bought.page(queryOf(cursor)))).flat();
  const orders = (
    await attempt(() => readAll(pause, (cursor) => client.orders.list.page(queryOf(cursor))), [])
  ).flat();
  for (const content of bought) await attempt(() => keepContent(pause, content), undefined);
  for (const { orderNumber } of orders) {
    if (!(await isOld(api.orders.get, { orderNumber }))) continue;
    await attempt(() => client.orders.get({ params: { orderNumber } }), undefined);
    await pause();
  }
  const own = (
    await attempt(() => readAll(pause, (cursor) => client.contents.mine.page(queryOf(cursor))), [])
  ).flat();
  const newest = own.slice(0, mostOwn);
  for (const content of newest) await attempt(() => keepContent(pause, content), undefined);
  return [...bought, ...newest];
};

/** Reads what a person owns and talks about, so that the device has it without a network. */
const keepLibrary = async (): Promise<void> => {
  const { check, pause, part } = beginRound();
  check();
  const attempt = createAttempts();
  // Side by side: a device that is taken along soon has something of both.
  const [contents] = await Promise.all([
    part((wait) => keepContents(wait, attempt)),
    part((wait) => keepRooms(wait, attempt)),
  ]);
  await pause();
  const personId = activeUserId();
  if (personId !== null) await pruneAnswers(personId);
  await keepPictures(contents, pause);
};

/** Keeps the library of whoever is signed in up to date, while the page is looked at. */
export const watchLibrary = (queryClient: QueryClient): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let personId: string | undefined;
  /** It ended because nobody looked. */
  let isCutOff = false;
  const plan = (delay: number) => {
    clearTimeout(timer);
    if (personId === undefined) return;
    timer = setTimeout(() => {
      plan(everyMs);
      isCutOff = document.visibilityState !== "visible";
      if (!navigator.onLine || isCutOff) return;
      keepLibrary().catch((error: unknown) => {
        isCutOff = document.visibilityState !== "visible";
        // The rest another time: a server that has had enough of it is left alone until then.
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
  // What was remembered may be confirmed, or the other way round.
  onOldestStaleAt(handleMe);
  document.addEventListener("visibilitychange", () => {
    if (isCutOff && document.visibilityState === "visible") plan(firstMs);
  });
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryHash === hash) handleMe();
  });
};
