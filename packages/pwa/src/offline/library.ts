import { api, type AnyEndpoint, type Content, type CurrentUser } from "@knowhow/shared";
import { client } from "@knowhow/ui/client/client.ts";
import { keptSince, shownSince } from "@knowhow/ui/client/mirror.ts";
import { personHere } from "@knowhow/ui/client/person.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { hashKey, type QueryClient } from "@tanstack/react-query";

/** What was kept less than this ago is fresh enough, in milliseconds. */
const freshMs = 6 * 60 * 60_000;
/** How long after a sign-in or a start it begins, so that the first screen goes first, and how often it is looked at. */
const firstMs = 3_000;
const everyMs = 30 * 60_000;
/** Between two reads: nobody waits for them. */
const pauseMs = 100;
/** Rooms whose messages are kept without having been opened: those that were talked in last. */
const mostRooms = 30;

/** Lets others go first; ends the round when there is no network after all, or nobody to read for. */
const pause = async (): Promise<void> => {
  if (shownSince() !== undefined) throw new Error("The library is not kept: there is no network.");
  if (personHere() === null || window.location.pathname === "/logout")
    throw new Error("The library is not kept: its person is leaving.");
  await new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });
};

const isOld = async (contract: AnyEndpoint, params: Record<string, string>, since = Date.now() - freshMs) =>
  ((await keptSince(contract, { params })) ?? 0) < since;

/** Every page of a list, each kept by being read; `page` reads the one at a cursor. */
const readAll = async <D>(
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

const keepContent = async ({ id, previewImageUrls }: Content): Promise<void> => {
  // Drawn nowhere: the service worker keeps it.
  const [cover] = previewImageUrls;
  if (cover !== undefined) new Image().src = cover;
  if (await isOld(api.contents.get, { id })) {
    // Nobody looks at it: it is no view.
    await client.contents.get({ params: { id }, query: { peek: "1" } });
    await pause();
    await client.comments.list({ params: { id } });
    await pause();
  }
};

const keepRooms = async (): Promise<void> => {
  const { chatRooms } = await client.chats.rooms();
  for (const { id: roomId, lastMessageAt } of chatRooms.slice(0, mostRooms)) {
    if (!(await isOld(api.chats.messages, { roomId }, Date.parse(lastMessageAt)))) continue;
    await client.chats.room({ params: { roomId } });
    await client.chats.messages({ params: { roomId }, query: { limit: 50, peek: "1" } });
    await pause();
  }
  const inquiries = await client.inquiries.mine();
  for (const { id: roomId, lastMessageAt } of inquiries.chatRooms) {
    if (!(await isOld(api.inquiries.messages, { roomId }, Date.parse(lastMessageAt ?? "")))) continue;
    await client.inquiries.messages({ params: { roomId }, query: { limit: 50, peek: "1" } });
    await pause();
  }
};

/** Reads what a person owns and talks about, so that the device has it without a network. */
const keepLibrary = async (): Promise<void> => {
  const bought = (await readAll((cursor) => client.contents.bought.page(queryOf(cursor)))).flat();
  const orders = (await readAll((cursor) => client.orders.list.page(queryOf(cursor)))).flat();
  for (const content of bought) await keepContent(content);
  for (const { orderNumber } of orders) {
    if (!(await isOld(api.orders.get, { orderNumber }))) continue;
    await client.orders.get({ params: { orderNumber } });
    await pause();
  }
  await keepRooms();
};

/** Keeps the library of whoever is signed in up to date, while the page is looked at. */
export const watchLibrary = (queryClient: QueryClient): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let personId: string | undefined;
  const plan = (delay: number) => {
    clearTimeout(timer);
    if (personId === undefined) return;
    timer = setTimeout(() => {
      plan(everyMs);
      if (!navigator.onLine || document.visibilityState !== "visible") return;
      keepLibrary().catch((error: unknown) => {
        // The rest another time.
        console.warn(error);
      });
    }, delay);
  };
  const hash = hashKey(meKey);
  const handleMe = () => {
    const user = queryClient.getQueryData<CurrentUser | null>(meKey);
    const next = user && !user.isBanned && !user.mustChangePassword ? user.id : undefined;
    if (next === personId) return;
    personId = next;
    plan(firstMs);
  };
  handleMe();
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryHash === hash) handleMe();
  });
};
