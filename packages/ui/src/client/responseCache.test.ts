import { api, AppError, type AnyEndpoint } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "../testing/contents.ts";
import { viewPaths, viewPrefix } from "./keptViews.ts";
import {
  fetchWithStaleFallback, onResponse, cacheResponse, evict, onLate, onRecovery, readCachedResponse, refetchStaleQueries, oldestStaleAt,
  type CachedResponse,
} from "./responseCache.ts"; // oxfmt-ignore
import { setActiveUser, activeUserId, sessionEpoch } from "./activeUser.ts";
import { keepResponsesIn } from "./responseCache.ts";

const messageId = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`;
const buildMessage = (at: number) => ({ id: messageId(at), message: String(at) });
const pageOf = (from: number, to: number, readUpTo: string | null = null) => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index)),
  readUpTo,
});

describe("what was read, without a network", () => {
  const device = new Map<string, Map<string, CachedResponse>>();
  let stopKeeping: () => void;

  beforeEach(() => {
    stopKeeping = keepResponsesIn((personId) => {
      const kept = device.get(personId) ?? new Map<string, CachedResponse>();
      device.set(personId, kept);
      return {
        keep: async (address, one) => void kept.set(address, one),
        recall: async (address) => kept.get(address),
        forget: async (start) => {
          for (const address of kept.keys()) if (address.startsWith(start)) kept.delete(address);
        },
      };
    });
    setActiveUser("a");
  });
  afterEach(async () => {
    device.clear();
    heard();
    await refetchStaleQueries(async () => undefined);
    stopKeeping();
  });

  const content = buildContent();
  const asked = { params: { id: content.id } };
  /** After an answer to something else, or to the given call. */
  const heard = (contract: AnyEndpoint = api.contents.popular, input: object = {}, status = 200) =>
    onResponse(contract, input, sessionEpoch(), status);
  const recalled = async (input: object = asked) => (await readCachedResponse(api.contents.get, input))?.data;

  it("is what its person owns, looked at or not, and nothing else", async () => {
    await cacheResponse(
      api.contents.get,
      { ...asked, query: { peek: "1" } },
      { ...content, hasPurchased: true },
      undefined,
    );
    expect(await recalled()).toMatchObject({ title: content.title });
    await cacheResponse(
      api.contents.get,
      { params: { id: "other" } },
      { ...content, hasPurchased: false },
      undefined,
    );
    expect(await recalled({ params: { id: "other" } })).toBeUndefined();
    await cacheResponse(api.contents.list, {}, [content], undefined);
    expect(await readCachedResponse(api.contents.list, {})).toBeUndefined();
  });

  it("is what one's own sales brought too, each question by itself", async () => {
    const { listSales, getBalance } = api.seller;
    await cacheResponse(getBalance, {}, { pendingAmount: 9_500 }, undefined);
    await cacheResponse(listSales, { query: { by: "day" } }, [{ day: "2026-11-21" }], undefined);
    expect((await readCachedResponse(getBalance, {}))?.data).toEqual({ pendingAmount: 9_500 });
    expect((await readCachedResponse(listSales, { query: { by: "day" } }))?.data).toEqual([
      { day: "2026-11-21" },
    ]);
    expect(await readCachedResponse(listSales, { query: { by: "month" } })).toBeUndefined();
  });

  it("is of rooms in which its person talks, not of those that an administrator looks into", async () => {
    const keepRoom = async (roomId: string, parties: object) => {
      const input = { params: { roomId } };
      await cacheResponse(api.chats.room, input, { chatRoom: { id: roomId, ...parties } }, undefined);
      await cacheResponse(api.chats.messages, { ...input, query: { limit: 50 } }, pageOf(1, 3), undefined);
      return Promise.all(
        [api.chats.room, api.chats.messages].map(
          async (one) => (await readCachedResponse(one, input)) !== undefined,
        ),
      );
    };
    expect(await keepRoom("bought", { buyerId: "a", sellerId: "b" })).toEqual([true, true]);
    expect(await keepRoom("sold", { buyerId: "b", sellerId: "a" })).toEqual([true, true]);
    expect(await keepRoom("theirs", { buyerId: "b", sellerId: "c" })).toEqual([false, false]);
    // Messages that came before their room do not stay either.
    const input = { params: { roomId: "late" } };
    await cacheResponse(api.chats.messages, { ...input, query: { limit: 50 } }, pageOf(1, 3), undefined);
    expect(await keepRoom("late", { buyerId: "b", sellerId: "c" })).toEqual([false, false]);
    expect([...(device.get("a")?.keys() ?? [])].join()).not.toMatch(/theirs|late/);
    // The next person on the same page is checked for themselves.
    setActiveUser("b");
    expect(await keepRoom("theirs", { buyerId: "b", sellerId: "c" })).toEqual([true, true]);
  });

  it("is let go of when it is not theirs any more, with what was said about it", async () => {
    const own = { ...content, hasPurchased: true };
    const other = { params: { id: `${content.id}0` } };
    const addresses = () => [...(device.get("a")?.keys() ?? [])];
    const keepAll = async () => {
      for (const input of [asked, other]) {
        await cacheResponse(api.contents.get, input, own, undefined);
        await cacheResponse(api.comments.list, { ...input, query: { cursor: "c" } }, [], undefined);
        await cacheResponse(api.assistant.summarize, input, {}, undefined);
      }
      expect(addresses()).toHaveLength(6);
    };
    await keepAll();
    await cacheResponse(api.contents.get, asked, { ...content, hasPurchased: false }, undefined);
    expect(addresses().filter((address) => address.includes(`"${content.id}"`))).toEqual([]);
    expect(addresses()).toHaveLength(3);
    await keepAll();
    await evict(api.contents.get, asked, new AppError("SUSPENDED"), sessionEpoch());
    await evict(api.contents.get, asked, new AppError("UNAVAILABLE"), sessionEpoch());
    expect(addresses()).toHaveLength(6);
    await evict(api.assistant.summarize, asked, new AppError("PURCHASE_REQUIRED"), sessionEpoch());
    expect(addresses()).toHaveLength(5);
    await evict(api.contents.get, asked, new AppError("NOT_FOUND"), sessionEpoch());
    expect(addresses()).toHaveLength(3);
  });

  it("is let go of with the views of the screens that show it, and with no others", async () => {
    const keepViews = () => {
      for (const path of ["/profile", "/chat/r"]) localStorage.setItem(viewPrefix + path, "{}");
    };
    const room = { params: { roomId: "r" } };
    keepViews();
    // Only viewed.
    await cacheResponse(api.contents.get, asked, { ...content, hasPurchased: false }, undefined);
    await evict(api.contents.get, asked, new AppError("NOT_FOUND"), sessionEpoch());
    expect(viewPaths().sort()).toEqual(["/chat/r", "/profile"]);
    await cacheResponse(api.contents.get, asked, { ...content, hasPurchased: true }, undefined);
    await evict(api.contents.get, asked, new AppError("PURCHASE_REQUIRED"), sessionEpoch());
    expect(viewPaths()).toEqual(["/chat/r"]);
    await evict(api.chats.room, room, new AppError("NOT_FOUND"), sessionEpoch());
    expect(viewPaths()).toEqual([]);
    keepViews();
    await cacheResponse(api.chats.room, room, { chatRoom: { buyerId: "b", sellerId: "c" } }, undefined);
    expect(viewPaths()).toEqual(["/profile"]);
  });

  it("is not what is said about a content that was merely looked at", async () => {
    await cacheResponse(api.contents.get, asked, { ...content, hasPurchased: false }, undefined);
    await cacheResponse(api.comments.list, asked, [], undefined);
    expect(await readCachedResponse(api.comments.list, asked)).toBeUndefined();
  });

  it("is locked when the session has ended, and never somebody else's", async () => {
    await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    setActiveUser(null);
    expect(await recalled()).toBeUndefined();
    setActiveUser("b");
    expect(await recalled()).toBeUndefined();
    setActiveUser("a");
    expect(await recalled()).toBeDefined();
  });

  it("is whose it was asked for: what comes when somebody else is here is kept for nobody", async () => {
    const ownContent = { ...content, isOwner: true };
    const askedByA = sessionEpoch();
    // Signed out and in again: answers of the earlier epoch have been deleted.
    for (const next of ["b", "a"]) {
      setActiveUser(next);
      await cacheResponse(api.contents.get, asked, ownContent, undefined, askedByA);
      expect(await recalled()).toBeUndefined();
    }
    await cacheResponse(api.contents.get, asked, ownContent, undefined);
    expect(await recalled()).toBeDefined();
    // Nor does the earlier request read the answer that is kept now.
    expect(await readCachedResponse(api.contents.get, asked, askedByA)).toBeUndefined();
    setActiveUser(null);
    const askedByNobody = sessionEpoch();
    setActiveUser("b");
    await cacheResponse(api.accounts.me, {}, { user: { id: "a" } }, undefined, askedByNobody);
    await cacheResponse(api.accounts.me, {}, { user: { id: "a" } }, undefined, askedByA);
    expect(activeUserId()).toBe("b");
    // The first screen asks for the session together with all the rest.
    await cacheResponse(api.contents.get, asked, ownContent, undefined, askedByNobody);
    expect(await recalled()).toBeDefined();
    setActiveUser("c");
    await cacheResponse(api.contents.get, asked, ownContent, undefined, askedByNobody);
    expect(await recalled()).toBeUndefined();
  });

  it("says how old it is until the server answers that very call, and not that it is in trouble", async () => {
    const before = Date.now();
    await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    expect(oldestStaleAt()).toBeUndefined();
    await recalled();
    expect(oldestStaleAt()).toBeGreaterThanOrEqual(before);
    heard();
    heard(api.contents.get, { params: { id: "other" } });
    heard(api.contents.get, asked, 502);
    expect(oldestStaleAt()).toBeDefined();
    heard(api.contents.get, asked);
    expect(oldestStaleAt()).toBeUndefined();
  });

  it("is not shown any more where all was read anew without it, and is as old as before where that failed", async () => {
    await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    await recalled();
    await refetchStaleQueries(async () => heard(api.contents.get, asked, 503));
    expect(oldestStaleAt()).toBeDefined();
    await refetchStaleQueries(() => recalled());
    expect(oldestStaleAt()).toBeDefined();
    await refetchStaleQueries(async () => heard());
    expect(oldestStaleAt()).toBeUndefined();
    await recalled();
    // The next person is not shown it.
    setActiveUser("b");
    heard();
    expect(oldestStaleAt()).toBeUndefined();
  });

  it("is a reason to read anew where the server was in trouble, once it is not", async () => {
    const told = vi.fn<() => void>();
    const stop = onRecovery(told);
    heard(api.contents.get, asked, 503);
    heard();
    expect(told).not.toHaveBeenCalled();
    await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    await recalled();
    heard();
    expect(told).toHaveBeenCalledTimes(1);
    heard(api.contents.get, asked, 503);
    expect(told).toHaveBeenCalledTimes(1);
    heard();
    expect(told).toHaveBeenCalledTimes(2);
    stop();
  });

  describe("while the network hangs", () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const fresh = { data: { ...content, isOwner: true, title: "새 제목" }, nextCursor: undefined };
    /** A server that answers when it is told to. */
    const hang = () => {
      let answer: (how: typeof fresh | Error) => void = () => undefined;
      const answered = new Promise<typeof fresh>((resolve, reject) => {
        answer = (how) => (how instanceof Error ? reject(how) : resolve(how));
      });
      const ask = vi.fn<() => Promise<typeof fresh>>(() => answered);
      return { ask, answer };
    };

    it("is shown after four seconds, with its age, until the answer comes and takes its place", async () => {
      await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
      const { ask, answer } = hang();
      const told = vi.fn<(path: string, params: unknown) => void>();
      const stop = onLate(told);
      const asking = fetchWithStaleFallback(api.contents.get, asked, ask);
      await vi.advanceTimersByTimeAsync(3_900);
      expect(oldestStaleAt()).toBeUndefined();
      await vi.advanceTimersByTimeAsync(200);
      expect((await asking).data).toMatchObject({ title: content.title });
      // An answer to another call does not make this one fresh.
      heard();
      expect(oldestStaleAt()).toBeDefined();
      answer(fresh);
      await vi.advanceTimersByTimeAsync(0);
      expect(told).toHaveBeenCalledWith(api.contents.get.path, asked.params);
      expect(oldestStaleAt()).toBeUndefined();
      // Read again at once it is that very answer, later it is asked for.
      expect(await fetchWithStaleFallback(api.contents.get, asked, ask)).toBe(fresh);
      expect(ask).toHaveBeenCalledTimes(1);
      await fetchWithStaleFallback(api.contents.get, asked, ask);
      expect(ask).toHaveBeenCalledTimes(2);
      stop();
    });

    it("stays as old as it is where no answer comes, and a late no is an answer", async () => {
      await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
      const told = vi.fn<(path: string) => void>();
      const stop = onLate(told);
      const read = async (how: typeof fresh | Error) => {
        const { ask, answer } = hang();
        const asking = fetchWithStaleFallback(api.contents.get, asked, ask);
        await vi.advanceTimersByTimeAsync(4_100);
        await asking;
        answer(how);
        await vi.advanceTimersByTimeAsync(0);
      };
      await read({ ...fresh, keptAt: 1 } as typeof fresh);
      await read(new Error("no network"));
      await read(new AppError("UNAVAILABLE"));
      expect(told).not.toHaveBeenCalled();
      expect(oldestStaleAt()).toBeDefined();
      await read(new AppError("LOGIN_REQUIRED"));
      expect(told).toHaveBeenCalledTimes(1);
      const again = fetchWithStaleFallback(api.contents.get, asked, hang().ask);
      await expect(again).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
      stop();
    });

    it("is waited for where nothing is kept, and a failure is a failure", async () => {
      const { ask, answer } = hang();
      const asking = fetchWithStaleFallback(api.contents.get, asked, ask).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      answer(new Error("no network"));
      expect(await asking).toMatchObject({ message: "no network" });
    });

    it("says so when the server is there again after asking in vain", async () => {
      await cacheResponse(api.contents.get, asked, { ...content, isOwner: true }, undefined);
      const told = vi.fn<() => void>();
      const stop = onRecovery(told);
      heard();
      expect(told).not.toHaveBeenCalled();
      await recalled();
      heard();
      heard();
      expect(told).toHaveBeenCalledTimes(1);
      stop();
    });
  });

  describe("of a room", () => {
    const room = { params: { roomId: "room" } };
    const keep = (query: Record<string, unknown>, page: object) =>
      cacheResponse(api.chats.messages, { ...room, query }, page, undefined);
    const read = async (query: Record<string, unknown>) => {
      const kept = await readCachedResponse(api.chats.messages, { ...room, query });
      return (kept?.data as ReturnType<typeof pageOf> | undefined)?.messages.map(({ message }) =>
        Number(message),
      );
    };

    it("is one stretch, whichever way it was read, and given out in pages", async () => {
      await keep({ limit: 3 }, pageOf(4, 6));
      await keep({ after: messageId(6), limit: 200 }, pageOf(7, 8));
      await keep({ before: messageId(4), limit: 3 }, pageOf(1, 3));
      expect(await read({ limit: 50 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await read({ limit: 3 })).toEqual([6, 7, 8]);
      expect(await read({ before: messageId(6), limit: 2 })).toEqual([4, 5]);
      expect(await read({ after: messageId(8), limit: 2 })).toBeUndefined();
    });

    it("has no gap: what does not join takes its place", async () => {
      await keep({ limit: 3 }, pageOf(1, 3));
      await keep({ limit: 3 }, pageOf(10, 12));
      expect(await read({ limit: 50 })).toEqual([10, 11, 12]);
      await keep({ after: messageId(5), limit: 3 }, pageOf(6, 7));
      expect(await read({ limit: 50 })).toEqual([10, 11, 12]);
    });

    it("is its newest 500", async () => {
      await keep({ limit: 200 }, pageOf(1, 200));
      for (const from of [201, 401])
        await keep({ after: messageId(from - 1), limit: 200 }, pageOf(from, from + 199));
      const kept = await read({ limit: 1_000 });
      expect([kept?.length, kept?.[0]]).toEqual([500, 101]);
    });
  });
});
