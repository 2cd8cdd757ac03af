// @vitest-environment jsdom
import { client, type Page } from "@knowhow/ui/client/client.ts";
import { oldestStaleAt } from "@knowhow/ui/client/responseCache.ts";
import { setActiveUser, publicPagesKey } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import { createQueryClient, keyOf } from "@knowhow/ui/client/queries.ts";
import { ConnectionError } from "@knowhow/ui/components/failure.ts";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import type { Content } from "@knowhow/shared";
import { QueryObserver, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPublicPages } from "./publicPages.ts";

const dayMs = 24 * 60 * 60_000;
const popular = keyOf(client.contents.popular, {});
const newest = keyOf(client.contents.list, { query: { limit: 12 } });
const opened: QueryClient[] = [];

/** Opens the app on the device. */
const open = (): QueryClient => {
  const queryClient = createQueryClient();
  opened.push(queryClient);
  keepPublicPages(queryClient);
  return queryClient;
};
const settle = () => vi.advanceTimersByTimeAsync(2_000);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) });
  window.localStorage.clear();
});
afterEach(() => {
  for (const queryClient of opened.splice(0)) queryClient.clear();
  vi.useRealTimers();
});

it("has the lists at once at the next start, each to be read again", async () => {
  const [one, other] = [buildContent({ title: "하나" }), buildContent({ title: "둘" })];
  const before = open();
  before.setQueryData(popular, [one]);
  before.setQueryData(newest, [other]);
  await settle();
  const after = open();
  expect(after.getQueryData<Content[]>(popular)?.map(({ title }) => title)).toEqual(["하나"]);
  expect(after.getQueryData<Content[]>(newest)?.map(({ title }) => title)).toEqual(["둘"]);
  expect(after.getQueryState(popular)?.isInvalidated).toBe(true);
});

it("keeps nothing of its reader, and no other list", async () => {
  const bought = buildContent({
    hasPurchased: true,
    hasLiked: true,
    isOwner: true,
    fileUrls: ["/objects/uploads/secret"],
    fileUrl: "/objects/uploads/secret",
    hiddenReason: "사유",
  });
  const before = open();
  before.setQueryData(popular, [bought]);
  before.setQueryData(keyOf(client.contents.mine, {}), [buildContent({ title: "내 자료" })]);
  before.setQueryData(keyOf(client.accounts.me), { id: "나" });
  await settle();
  const text = window.localStorage.getItem(publicPagesKey) ?? "";
  expect(text).not.toMatch(/secret|사유|내 자료|나"/);
  expect(open().getQueryData(popular)).toEqual([
    expect.objectContaining({ hasPurchased: false, hasLiked: false, isOwner: false, fileUrls: [""] }),
  ]);
});

it("keeps the addresses of previews that visitors have, and none that tells of who read them", async () => {
  const id = "01900000-0000-7000-8000-000000000002";
  const proxied = (v: string) => [`/api/proxy-image/${id}/0?v=${v}0`, `/api/proxy-image/${id}/1?v=${v}1`];
  const build = (previewImageUrls: string[], flags: Partial<Content> = {}) =>
    buildContent({ id, previewImageUrls, previewImageUrl: previewImageUrls[0] ?? null, ...flags });
  const before = open();
  const keptOf = async (list: Content[]) => {
    before.setQueryData(popular, list);
    await settle();
    expect(window.localStorage.getItem(publicPagesKey)).not.toMatch(/objects|full/);
    return open()
      .getQueryData<Content[]>(popular)
      ?.map(({ previewImageUrls, previewImageUrl }) => [...previewImageUrls, previewImageUrl]);
  };
  const [first, second] = [`/api/proxy-image/${id}/0`, `/api/proxy-image/${id}/1`];
  const anyone = [first, second, first];
  const [card = "", blurred] = proxied("card");
  const visitors = [card, blurred, card];
  const own = build(["/objects/uploads/a", "/objects/uploads/b"], { isOwner: true });
  const bought = build(proxied("full"), { hasPurchased: true });
  before.setQueryData(meKey, { id: "나", isAdmin: false });
  expect(await keptOf([own, bought, build(proxied("card")), build([])])).toEqual([
    anyone,
    anyone,
    visitors,
    [null],
  ]);
  before.setQueryData(meKey, { id: "관리자", isAdmin: true });
  expect(await keptOf([build(proxied("full"))])).toEqual([anyone]);
  before.setQueryData(meKey, null);
  expect(await keptOf([build(proxied("card"))])).toEqual([visitors]);
});

it("keeps of a paged list the first page alone", async () => {
  const key = [...keyOf(client.contents.category, { params: { category: "it" } }), "pages"];
  const before = open();
  before.setQueryData<InfiniteData<Page<Content[]>>>(key, {
    pages: [
      { data: [buildContent({ title: "첫째" })], nextCursor: "둘" },
      { data: [buildContent({ title: "둘째" })], nextCursor: undefined },
    ],
    pageParams: [undefined, "둘"],
  });
  await settle();
  const kept = open().getQueryData<InfiniteData<Page<Content[]>>>(key);
  expect(kept?.pages.map(({ data, nextCursor }) => [data[0]?.title, nextCursor])).toEqual([["첫째", "둘"]]);
  expect(kept?.pageParams).toHaveLength(1);
});

it("lets go of what is older than thirty days, and keeps the younger beside it", async () => {
  const before = open();
  before.setQueryData(popular, [buildContent()], { updatedAt: Date.now() - 31 * dayMs });
  before.setQueryData(newest, [buildContent()], { updatedAt: Date.now() - 29 * dayMs });
  await settle();
  const after = open();
  expect(after.getQueryData(popular)).toBeUndefined();
  expect(after.getQueryData(newest)).toHaveLength(1);
});

it("drops the oldest list where all of them are too long", async () => {
  const description = "가".repeat(20_000);
  const before = open();
  before.setQueryData(
    popular,
    Array.from({ length: 6 }, () => buildContent({ description })),
    {
      updatedAt: Date.now() - 1,
    },
  );
  before.setQueryData(
    newest,
    Array.from({ length: 6 }, () => buildContent({ description })),
  );
  await settle();
  const after = open();
  expect([after.getQueryData(popular), after.getQueryData<Content[]>(newest)?.length]).toEqual([
    undefined,
    6,
  ]);
});

it("forgets them when the person changes, and anything that can not be read", async () => {
  open().setQueryData(popular, [buildContent()]);
  await settle();
  setActiveUser("somebody");
  expect(window.localStorage.getItem(publicPagesKey)).toBeNull();
  window.localStorage.setItem(publicPagesKey, "{");
  expect(open().getQueryData(popular)).toBeUndefined();
  expect(window.localStorage.getItem(publicPagesKey)).toBeNull();
  setActiveUser(null);
});

it("stays as it was without an answer, keeps that for the next start, and tells its age", async () => {
  const readAt = Date.now();
  open().setQueryData(popular, [buildContent({ title: "하나" })]);
  await settle();
  await vi.advanceTimersByTimeAsync(dayMs);
  const offline = open();
  const observer = new QueryObserver(offline, {
    queryKey: popular,
    queryFn: () => Promise.reject(new ConnectionError(new Error("offline"))),
  });
  const stop = observer.subscribe(() => undefined);
  await settle();
  expect(observer.getCurrentResult()).toMatchObject({ status: "error", data: [{ title: "하나" }] });
  expect(oldestStaleAt()).toBe(readAt);
  stop();
  const again = open();
  expect(again.getQueryState(popular)).toMatchObject({ status: "success", dataUpdatedAt: readAt });
});
