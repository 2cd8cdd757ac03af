import { api, AppError, type AnyEndpoint } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildContent } from "../testing/contents.ts";
import { viewPaths, viewPrefix } from "./keptViews.ts";
import {
  askPatiently, heardServer, keepAnswer, letGo, onLate, onRecovery, recallAnswer, rereadShown, shownSince,
  type Kept,
} from "./mirror.ts"; // prettier-ignore
import { keepFor, personHere, turnHere } from "./person.ts";
import { platform } from "./platform.ts";

const messageId = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`;
const buildMessage = (at: number) => ({ id: messageId(at), message: String(at) });
const pageOf = (from: number, to: number, readUpTo: string | null = null) => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index)),
  readUpTo,
});

describe("what was read, without a network", () => {
  const device = new Map<string, Map<string, Kept>>();
  const { openMirror } = platform;

  beforeEach(() => {
    platform.openMirror = (personId) => {
      const kept = device.get(personId) ?? new Map<string, Kept>();
      device.set(personId, kept);
      return {
        keep: async (address, one) => void kept.set(address, one),
        recall: async (address) => kept.get(address),
        forget: async (start) => {
          for (const address of kept.keys()) if (address.startsWith(start)) kept.delete(address);
        },
      };
    };
    keepFor("a");
  });
  afterEach(async () => {
    device.clear();
    heard();
    await rereadShown(async () => undefined);
    if (openMirror) platform.openMirror = openMirror;
    else delete platform.openMirror;
  });

  const content = buildContent();
  const asked = { params: { id: content.id } };
  /** After an answer to something else, or to what is said. */
  const heard = (contract: AnyEndpoint = api.contents.popular, input: object = {}, status = 200) =>
    heardServer(contract, input, turnHere(), status);
  const recalled = async (input: object = asked) => (await recallAnswer(api.contents.get, input))?.data;

  it("is what its person owns, looked at or not, and nothing else", async () => {
    await keepAnswer(
      api.contents.get,
      { ...asked, query: { peek: "1" } },
      { ...content, hasPurchased: true },
      undefined,
    );
    expect(await recalled()).toMatchObject({ title: content.title });
    await keepAnswer(
      api.contents.get,
      { params: { id: "other" } },
      { ...content, hasPurchased: false },
      undefined,
    );
    expect(await recalled({ params: { id: "other" } })).toBeUndefined();
    await keepAnswer(api.contents.list, {}, [content], undefined);
    expect(await recallAnswer(api.contents.list, {})).toBeUndefined();
  });

  it("is what one's own sales brought too, each question by itself", async () => {
    const { listSales, getBalance } = api.seller;
    await keepAnswer(getBalance, {}, { pendingAmount: 9_500 }, undefined);
    await keepAnswer(listSales, { query: { by: "day" } }, [{ day: "2026-11-21" }], undefined);
    expect((await recallAnswer(getBalance, {}))?.data).toEqual({ pendingAmount: 9_500 });
    expect((await recallAnswer(listSales, { query: { by: "day" } }))?.data).toEqual([{ day: "2026-11-21" }]);
    expect(await recallAnswer(listSales, { query: { by: "month" } })).toBeUndefined();
  });

  it("is of rooms in which its person talks, not of those that an administrator looks into", async () => {
    const keepRoom = async (roomId: string, parties: object) => {
      const input = { params: { roomId } };
      await keepAnswer(api.chats.room, input, { chatRoom: { id: roomId, ...parties } }, undefined);
      await keepAnswer(api.chats.messages, { ...input, query: { limit: 50 } }, pageOf(1, 3), undefined);
      return Promise.all(
        [api.chats.room, api.chats.messages].map(
          async (one) => (await recallAnswer(one, input)) !== undefined,
        ),
      );
    };
    expect(await keepRoom("bought", { buyerId: "a", sellerId: "b" })).toEqual([true, true]);
    expect(await keepRoom("sold", { buyerId: "b", sellerId: "a" })).toEqual([true, true]);
    expect(await keepRoom("theirs", { buyerId: "b", sellerId: "c" })).toEqual([false, false]);
    // Messages that came before their room do not stay either.
    const input = { params: { roomId: "late" } };
    await keepAnswer(api.chats.messages, { ...input, query: { limit: 50 } }, pageOf(1, 3), undefined);
    expect(await keepRoom("late", { buyerId: "b", sellerId: "c" })).toEqual([false, false]);
    expect([...(device.get("a")?.keys() ?? [])].join()).not.toMatch(/theirs|late/);
    // Whoever comes next on the same page is asked about themselves.
    keepFor("b");
    expect(await keepRoom("theirs", { buyerId: "b", sellerId: "c" })).toEqual([true, true]);
  });

  it("is let go of when it is not theirs any more, with what was said about it", async () => {
    const own = { ...content, hasPurchased: true };
    const other = { params: { id: `${content.id}0` } };
    const addresses = () => [...(device.get("a")?.keys() ?? [])];
    const keepAll = async () => {
      for (const input of [asked, other]) {
        await keepAnswer(api.contents.get, input, own, undefined);
        await keepAnswer(api.comments.list, { ...input, query: { cursor: "c" } }, [], undefined);
        await keepAnswer(api.assistant.summarize, input, {}, undefined);
      }
      expect(addresses()).toHaveLength(6);
    };
    await keepAll();
    await keepAnswer(api.contents.get, asked, { ...content, hasPurchased: false }, undefined);
    expect(addresses().filter((address) => address.includes(`"${content.id}"`))).toEqual([]);
    expect(addresses()).toHaveLength(3);
    await keepAll();
    await letGo(api.contents.get, asked, new AppError("SUSPENDED"), turnHere());
    await letGo(api.contents.get, asked, new AppError("UNAVAILABLE"), turnHere());
    expect(addresses()).toHaveLength(6);
    await letGo(api.assistant.summarize, asked, new AppError("PURCHASE_REQUIRED"), turnHere());
    expect(addresses()).toHaveLength(5);
    await letGo(api.contents.get, asked, new AppError("NOT_FOUND"), turnHere());
    expect(addresses()).toHaveLength(3);
  });

  it("is let go of with the views of the screens that show it, and with no others", async () => {
    const keepViews = () => {
      for (const path of ["/profile", "/chat/r"]) localStorage.setItem(viewPrefix + path, "{}");
    };
    const room = { params: { roomId: "r" } };
    keepViews();
    // Merely looked at.
    await keepAnswer(api.contents.get, asked, { ...content, hasPurchased: false }, undefined);
    await letGo(api.contents.get, asked, new AppError("NOT_FOUND"), turnHere());
    expect(viewPaths().sort()).toEqual(["/chat/r", "/profile"]);
    await keepAnswer(api.contents.get, asked, { ...content, hasPurchased: true }, undefined);
    await letGo(api.contents.get, asked, new AppError("PURCHASE_REQUIRED"), turnHere());
    expect(viewPaths()).toEqual(["/chat/r"]);
    await letGo(api.chats.room, room, new AppError("NOT_FOUND"), turnHere());
    expect(viewPaths()).toEqual([]);
    keepViews();
    await keepAnswer(api.chats.room, room, { chatRoom: { buyerId: "b", sellerId: "c" } }, undefined);
    expect(viewPaths()).toEqual(["/profile"]);
  });

  it("is not what is said about a content that was merely looked at", async () => {
    await keepAnswer(api.contents.get, asked, { ...content, hasPurchased: false }, undefined);
    await keepAnswer(api.comments.list, asked, [], undefined);
    expect(await recallAnswer(api.comments.list, asked)).toBeUndefined();
  });

  it("is locked when the session has ended, and never somebody else's", async () => {
    await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    keepFor(null);
    expect(await recalled()).toBeUndefined();
    keepFor("b");
    expect(await recalled()).toBeUndefined();
    keepFor("a");
    expect(await recalled()).toBeDefined();
  });

  it("is whose it was asked for: what comes when somebody else is here is kept for nobody", async () => {
    const mine = { ...content, isOwner: true };
    const askedByA = turnHere();
    // Signed out and in again: what was asked before has been deleted.
    for (const next of ["b", "a"]) {
      keepFor(next);
      await keepAnswer(api.contents.get, asked, mine, undefined, askedByA);
      expect(await recalled()).toBeUndefined();
    }
    await keepAnswer(api.contents.get, asked, mine, undefined);
    expect(await recalled()).toBeDefined();
    // Nor is who asked then told what is kept now.
    expect(await recallAnswer(api.contents.get, asked, askedByA)).toBeUndefined();
    keepFor(null);
    const askedByNobody = turnHere();
    keepFor("b");
    await keepAnswer(api.accounts.me, {}, { user: { id: "a" } }, undefined, askedByNobody);
    await keepAnswer(api.accounts.me, {}, { user: { id: "a" } }, undefined, askedByA);
    expect(personHere()).toBe("b");
    // The first screen asks who is here together with all the rest.
    await keepAnswer(api.contents.get, asked, mine, undefined, askedByNobody);
    expect(await recalled()).toBeDefined();
    keepFor("c");
    await keepAnswer(api.contents.get, asked, mine, undefined, askedByNobody);
    expect(await recalled()).toBeUndefined();
  });

  it("says how old it is until the server answers that very call, and not that it is in trouble", async () => {
    const before = Date.now();
    await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    expect(shownSince()).toBeUndefined();
    await recalled();
    expect(shownSince()).toBeGreaterThanOrEqual(before);
    heard();
    heard(api.contents.get, { params: { id: "other" } });
    heard(api.contents.get, asked, 502);
    expect(shownSince()).toBeDefined();
    heard(api.contents.get, asked);
    expect(shownSince()).toBeUndefined();
  });

  it("is not shown any more where all was read anew without it, and is as old as before where that failed", async () => {
    await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    await recalled();
    await rereadShown(async () => heard(api.contents.get, asked, 503));
    expect(shownSince()).toBeDefined();
    await rereadShown(() => recalled());
    expect(shownSince()).toBeDefined();
    await rereadShown(async () => heard());
    expect(shownSince()).toBeUndefined();
    await recalled();
    // Nobody who comes next is shown it.
    keepFor("b");
    heard();
    expect(shownSince()).toBeUndefined();
  });

  it("is a reason to read anew where the server was in trouble, once it is not", async () => {
    const told = vi.fn<() => void>();
    const stop = onRecovery(told);
    heard(api.contents.get, asked, 503);
    heard();
    expect(told).not.toHaveBeenCalled();
    await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
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
      await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
      const { ask, answer } = hang();
      const told = vi.fn<(path: string, params: unknown) => void>();
      const stop = onLate(told);
      const asking = askPatiently(api.contents.get, asked, ask);
      await vi.advanceTimersByTimeAsync(3_900);
      expect(shownSince()).toBeUndefined();
      await vi.advanceTimersByTimeAsync(200);
      expect((await asking).data).toMatchObject({ title: content.title });
      // Another answer does not make this one fresh.
      heard();
      expect(shownSince()).toBeDefined();
      answer(fresh);
      await vi.advanceTimersByTimeAsync(0);
      expect(told).toHaveBeenCalledWith(api.contents.get.path, asked.params);
      expect(shownSince()).toBeUndefined();
      // Read anew at once it is that very answer, later it is asked for.
      expect(await askPatiently(api.contents.get, asked, ask)).toBe(fresh);
      expect(ask).toHaveBeenCalledTimes(1);
      await askPatiently(api.contents.get, asked, ask);
      expect(ask).toHaveBeenCalledTimes(2);
      stop();
    });

    it("stays as old as it is where no answer comes, and a late no is an answer", async () => {
      await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
      const told = vi.fn<(path: string) => void>();
      const stop = onLate(told);
      const read = async (how: typeof fresh | Error) => {
        const { ask, answer } = hang();
        const asking = askPatiently(api.contents.get, asked, ask);
        await vi.advanceTimersByTimeAsync(4_100);
        await asking;
        answer(how);
        await vi.advanceTimersByTimeAsync(0);
      };
      await read({ ...fresh, keptAt: 1 } as typeof fresh);
      await read(new Error("no network"));
      await read(new AppError("UNAVAILABLE"));
      expect(told).not.toHaveBeenCalled();
      expect(shownSince()).toBeDefined();
      await read(new AppError("LOGIN_REQUIRED"));
      expect(told).toHaveBeenCalledTimes(1);
      const again = askPatiently(api.contents.get, asked, hang().ask);
      await expect(again).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
      stop();
    });

    it("is waited for where nothing is kept, and a failure is a failure", async () => {
      const { ask, answer } = hang();
      const asking = askPatiently(api.contents.get, asked, ask).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      answer(new Error("no network"));
      expect(await asking).toMatchObject({ message: "no network" });
    });

    it("says so when the server is there again after asking in vain", async () => {
      await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
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
      keepAnswer(api.chats.messages, { ...room, query }, page, undefined);
    const read = async (query: Record<string, unknown>) => {
      const kept = await recallAnswer(api.chats.messages, { ...room, query });
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
