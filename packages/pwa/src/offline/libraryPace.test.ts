// @vitest-environment jsdom
import { createTabTextStore } from "@knowhow/ui/device/texts/store.ts";
import { createTexts } from "@knowhow/ui/device/texts/texts.ts";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const count = 25;
const ids = Array.from({ length: count }, (_, index) => `00000000-0000-7000-8000-${100 + index}`);
const minuteMs = 60_000;

/** Pages of twenty, as the server gives them. */
const pageOf = (address: URL, all: unknown[]): Response => {
  const from = Number(address.searchParams.get("cursor") ?? 0);
  const next = from + 20 < all.length ? `<${address.pathname}?cursor=${from + 20}>; rel="next"` : undefined;
  return Response.json(all.slice(from, from + 20), next ? { headers: { link: next } } : {});
};

/** What the server has for a buyer of 25 contents, with one talk about each. */
const answer = (address: URL, buyerId: string, bought: readonly string[]): Response => {
  const { pathname } = address;
  const [, roomId, part] = /chat\/rooms\/([^/]+)(\/messages)?$/.exec(pathname) ?? [];
  const message = { id: "m1", createdAt: "2026-01-01T00:00:00Z" };
  if (part) return Response.json({ messages: [message], readUpTo: null });
  if (roomId) return Response.json({ chatRoom: { id: roomId, buyerId } });
  if (pathname === "/api/chat/rooms")
    return Response.json({ chatRooms: ids.map((id) => ({ id, lastMessage: message })) });
  if (pathname === "/api/user/admin-chats") return Response.json({ chatRooms: [] });
  if (pathname === "/api/orders") return pageOf(address, ids.map((orderNumber) => ({ orderNumber }))); // oxfmt-ignore
  if (pathname === "/api/my-contents") return Response.json([]);
  if (pathname.endsWith("/comments")) return Response.json([]);
  const files = { isExternalLink: false, fileUrls: ["/objects/a"], fileNames: ["책.pdf"] };
  const content = (id: string) => ({
    id,
    hasPurchased: true,
    isOwner: false,
    previewImageUrls: [],
    ...files,
  });
  return pathname === "/api/buyer/contents"
    ? pageOf(address, bought.map(content)) // oxfmt-ignore
    : Response.json(content(pathname.split("/").at(-1) ?? ""));
};

describe("the library, read while the app is loaded again and again", () => {
  let asked: { path: string; at: number }[];
  let people = 0;
  let buyerId: string;
  let refuse: (path: string) => boolean;
  let bought: string[];
  const signOuts: (() => void)[] = [];

  /** Loads the app once more over the rows of the same device. */
  const load = async () => {
    // The library of timers sets the clock back with them.
    const now = Date.now();
    vi.clearAllTimers();
    vi.setSystemTime(now);
    vi.resetModules();
    const { keepResponsesIn } = await import("@knowhow/ui/client/responseCache.ts");
    const { setActiveUser } = await import("@knowhow/ui/client/activeUser.ts");
    const { meKey } = await import("@knowhow/ui/client/session.ts");
    const { createResponseCache } = await import("./responseCache.ts");
    const { watchLibrary } = await import("./library.ts");
    keepResponsesIn(createResponseCache);
    setActiveUser(buyerId);
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    queryClient.setQueryData(meKey, { id: buyerId });
    signOuts.push(() => queryClient.setQueryData(meKey, null));
    watchLibrary(queryClient, { textsOf: () => createTexts(createTabTextStore(crypto.randomUUID())) });
  };
  /** Lets time pass, and the device's database work meanwhile. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      await vi.advanceTimersByTimeAsync(50);
      for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Calls within the busiest minute. */
  const busiest = () =>
    Math.max(...asked.map(({ at }) => asked.filter((one) => one.at >= at && one.at < at + minuteMs).length));

  beforeEach(() => {
    people += 1;
    buyerId = `pace${people}`;
    asked = [];
    refuse = () => false;
    bought = ids;
    localStorage.clear();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.spyOn(console, "warn").mockReturnValue(undefined);
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const address = new URL(input instanceof Request ? input.url : input, window.location.origin);
      const path = address.pathname + address.search;
      asked.push({ path, at: Date.now() });
      return refuse(path)
        ? Response.json(
            { code: "RATE_LIMITED", message: "" },
            { status: 429, headers: { "retry-after": "90" } },
          )
        : answer(address, buyerId, bought);
    });
  });
  afterEach(() => {
    // Their vaults are watched until then.
    for (const signOut of signOuts.splice(0)) signOut();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("reads each thing once, however often it is begun, and leaves room for its person", async () => {
    for (let start = 0; start < 6; start += 1) {
      await load();
      await pass(10_000);
    }
    await pass(2 * minuteMs);
    const paths = asked.map(({ path }) => path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    for (const id of ids)
      for (const path of [`/api/contents/${id}/comments`, `/api/orders/${id}`, `/api/chat/rooms/${id}`])
        expect(paths).toContain(path);
    // Of 300 that one person may ask for in a minute; without the pace 132.
    expect(busiest()).toBeLessThanOrEqual(120);
    // A later day is another matter.
    asked = [];
    await load();
    await pass(5_000);
    expect(asked).toEqual([]);
    vi.setSystemTime(Date.now() + 24 * 60 * minuteMs);
    await load();
    await pass(5_000);
    expect(asked.map(({ path }) => path)).toContain("/api/buyer/contents");
  });

  it("asks at each start for what is bought where files of it are kept, and lets go what was refunded just before", async () => {
    await load();
    await pass(10_000);
    const { openVault } = await import("./vault/vaultFiles.ts");
    for (const contentId of ids.slice(0, 2))
      await openVault(buyerId).add({
        ...{ contentId, index: 0, kind: "pdf" },
        ...{ fileName: "책.pdf", objectPath: "/objects/a" },
      });
    bought = ids.slice(1);
    asked = [];
    await load();
    await pass(5_000);
    expect(asked.filter(({ path }) => path.startsWith("/api/buyer/contents"))).toHaveLength(2);
    // What was just read, and tells of no purchase's end, is not read again.
    expect(asked.map(({ path }) => path)).not.toContain("/api/orders");
    const { openVault: reopenVault } = await import("./vault/vaultFiles.ts");
    expect((await reopenVault(buyerId).list()).map(({ contentId }) => contentId)).toEqual([ids[1]]);
  });

  it("leaves a server alone for as long as that wants, also after a reload, and goes on then", async () => {
    refuse = (path) => path.startsWith("/api/orders");
    await load();
    await pass(10_000);
    const { length } = asked;
    expect(length).toBeGreaterThan(0);
    await load();
    await pass(30_000);
    expect(asked).toHaveLength(length);
    // What its person asks for goes on.
    const { client } = await import("@knowhow/ui/client/client.ts");
    await client.contents.get({ params: { id: "1" } });
    expect(asked).toHaveLength(length + 1);
    refuse = () => false;
    await pass(minuteMs);
    expect(asked.filter(({ path }) => path === "/api/orders")).toHaveLength(2);
  });

  it("leaves the server alone also where the device takes no note of it", async () => {
    refuse = (path) => path.startsWith("/api/orders");
    await load();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await pass(10_000);
    const { length } = asked;
    expect(length).toBeGreaterThan(0);
    await pass(30_000);
    expect(asked).toHaveLength(length);
    refuse = () => false;
    await pass(minuteMs);
    expect(asked.filter(({ path }) => path === "/api/orders")).toHaveLength(2);
  });

  it("reads for another person while the first one's is left alone", async () => {
    const firstId = buyerId;
    refuse = (path) => path.startsWith("/api/orders");
    await load();
    await pass(10_000);
    refuse = () => false;
    asked = [];
    buyerId = `${firstId}-other`;
    await load();
    await pass(10_000);
    expect(asked.map(({ path }) => path)).toContain("/api/orders");
    asked = [];
    buyerId = firstId;
    await load();
    await pass(10_000);
    expect(asked).toEqual([]);
  });
});
