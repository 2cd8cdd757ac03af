import { api, AppError, shownRatings, type Content, type CurrentUser } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import {
  oldestStaleAt,
  onOldestStaleAt,
  recallAnswer,
  staleSince,
} from "@knowhow/ui/client/responseCache.ts";
import { sessionEpoch } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { Device } from "@knowhow/ui/device/device.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { createAttempts, type Attempt } from "./attempts.ts";
import { personsKept } from "./database.ts";
import { pruneAnswers } from "./responseCache.ts";
import { keepRest, paceOf, restOf } from "./pace.ts";
import { sendPlaces } from "./readingPlaces.ts";
import { keepPictures } from "./pictures.ts";
import { isFresh, readPages } from "./readOnce.ts";
import { keepRooms } from "./rooms.ts";
import { isRefundAsked } from "./vault/keepable.ts";
import { openVault, type Vault } from "./vault/vaultFiles.ts";
import { watchVault } from "./vault/watchVault.ts";

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
  const check = () => {
    const isConnected = isPersonConfirmed() && oldestStaleAt() === undefined && navigator.onLine;
    const isLooked = document.visibilityState === "visible";
    const isLeaving = turn !== sessionEpoch() || window.location.pathname === "/logout";
    if (hasFailed || !isConnected || !isLooked || isLeaving)
      throw new Error("The library is not kept any further now.");
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
  const fail = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  return { check, pause, fail };
};

const isOld = async (...asked: Parameters<typeof recallAnswer>): Promise<boolean> =>
  !isFresh((await recallAnswer(...asked))?.keptAt);

const readAll = async <E>(pages: AsyncIterable<readonly E[]>): Promise<E[]> => {
  const all: E[] = [];
  for await (const page of pages) all.push(...page);
  return all;
};

const keepContent = async (pause: Pause, { id }: Content): Promise<void> => {
  const isContentOld = await isOld(api.contents.get, { params: { id } });
  // A background read is no view.
  if (isContentOld) {
    await client.contents.get({ params: { id }, query: { peek: "1" } });
    await pause();
  }
  // A screen may have fetched the one without the other.
  if (await isOld(api.comments.list, { params: { id } })) {
    await client.comments.list({ params: { id } });
    await pause();
  }
  const asked = { params: { id }, query: { limit: shownRatings } };
  if (!(await isOld(api.ratings.list, asked))) return;
  await client.ratings.list(asked);
  await pause();
};

/** Keeps the bought contents with their receipts, and the user's own contents. */
const keepContents = async (personId: string, pause: Pause, attempt: Attempt): Promise<Content[]> => {
  const vault = openVault(personId);
  const askedAt = Date.now();
  // A list that was just read may be from before a refund.
  const isNetworkOnly = (await vault.list()).length > 0;
  const bought = await readAll(readPages(pause, client.contents.bought, { isNetworkOnly }));
  await vault.confirm(bought, askedAt);
  await vault.addPlanned(bought);
  const orders = await attempt(() => readAll(readPages(pause, client.orders.list)), []);
  for (const content of bought) await attempt(() => keepContent(pause, content), undefined);
  for (const { orderNumber } of orders) {
    if (!(await isOld(api.orders.get, { params: { orderNumber } }))) continue;
    await attempt(() => client.orders.get({ params: { orderNumber } }), undefined);
    await pause();
  }
  const own = await attempt(() => readAll(readPages(pause, client.contents.mine)), []);
  const newest = own.slice(0, maxOwnContents);
  for (const content of newest) await attempt(() => keepContent(pause, content), undefined);
  if (await isOld(api.reading.list, {})) await attempt(() => client.reading.list({}), undefined);
  await attempt(() => readAll(readPages(pause, client.wishes.list)), []);
  return [...bought, ...newest];
};

/**
 * Removes the files of a content that is bought no more, or gone, by the server's answer about it, and the views of one
 * whose refund was asked for; a remembered answer removes none, since its purchase may have changed.
 */
const removeByAnswer = (
  vault: Vault,
  {
    queryKey: [path, asked],
    state: { data, error },
  }: {
    queryKey: readonly unknown[];
    state: { data?: unknown; error: unknown };
  },
): Promise<void> | undefined => {
  if (path !== api.contents.get.path) return undefined;
  // The key of this path has its input, and the data are its answer.
  const input = asked as Parameters<typeof client.contents.get>[0];
  if (error !== null) return hasCode(error, "NOT_FOUND") ? vault.removeLapsed(input.params.id) : undefined;
  if (data === undefined || staleSince(api.contents.get, input) !== undefined) return undefined;
  const content = data as Content; // the answer at this path
  if (!content.hasPurchased) return vault.removeLapsed(content.id);
  return isRefundAsked(content) ? vault.removeViews(content.id) : undefined;
};

const warn = (error: unknown): void => console.warn(error);

/** Ends the kept files of all persons on the device of which the server has said nothing for too long. */
const endLeases = async (): Promise<void> => {
  for (const personId of await personsKept()) await openVault(personId).endLeases().catch(warn);
};

/** Fetches the user's contents, receipts and rooms, so that the device has them without a network. */
const keepLibrary = async (personId: string): Promise<void> => {
  const { check, pause, fail } = beginRound(personId);
  check();
  const attempt = createAttempts();
  // In parallel: a device that soon goes offline has something of both.
  const [contents] = await Promise.all([
    keepContents(personId, pause, attempt).catch(fail),
    keepRooms(pause, attempt).catch(fail),
  ]);
  await pause();
  await pruneAnswers(personId);
  await keepPictures(contents, () => pause(pictureMs));
};

/**
 * Keeps the signed-in user's library up to date, while the page is visible, loads the files that they keep, and sends
 * how far they have read.
 */
export const watchLibrary = (queryClient: QueryClient, { textsOf }: Pick<Device, "textsOf">): void => {
  let stops: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let personId: string | undefined;
  /** The last round ended because the page was hidden. */
  let isCutOff = false;
  const run = async (reader: string) => {
    isCutOff = document.visibilityState !== "visible";
    if (isCutOff || !navigator.onLine) return;
    const rest = restOf(reader);
    if (rest > 0) {
      plan(rest);
      return;
    }
    try {
      await keepLibrary(reader);
    } catch (error) {
      // The rest comes in the next round.
      console.warn(error);
      isCutOff = document.visibilityState !== "visible";
      if (!(error instanceof AppError && hasCode(error, "RATE_LIMITED"))) return;
      const wanted = keepRest(reader, error);
      if (reader === personId) plan(wanted);
    }
  };
  const plan = (delay: number) => {
    clearTimeout(timer);
    const reader = personId;
    if (reader === undefined) return;
    timer = setTimeout(() => {
      plan(everyMs);
      void run(reader);
    }, delay);
  };
  const hash = hashKey(meKey);
  const handleMe = () => {
    const user = queryClient.getQueryData<CurrentUser | null>(meKey);
    const isReader = user && !user.isBanned && !user.mustChangePassword && isPersonConfirmed();
    const next = isReader ? user.id : undefined;
    if (next === personId) return;
    personId = next;
    for (const stop of stops) stop();
    stops = next === undefined ? [] : [sendPlaces(textsOf(next)), watchVault(next)];
    plan(firstMs);
  };
  handleMe();
  // Also for a remembered session: without a network no other is.
  const checkLeases = () => void endLeases().catch(warn);
  checkLeases();
  setInterval(checkLeases, everyMs);
  // A remembered session may be confirmed, or a confirmed one become a remembered one.
  onOldestStaleAt(handleMe);
  document.addEventListener("visibilitychange", () => {
    if (isCutOff && document.visibilityState === "visible") plan(firstMs);
  });
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (query.queryHash === hash) handleMe();
    // A reading that begins or fails, and what a screen writes itself, tell of an old answer.
    if (!(action.type === "error" || (action.type === "success" && action.manual !== true))) return;
    if (personId === undefined) return;
    // The library's type of a key is any. Refunded, for one: the next round would come to it later.
    removeByAnswer(openVault(personId), {
      queryKey: query.queryKey as readonly unknown[],
      state: query.state,
    })?.catch(warn);
  });
};
