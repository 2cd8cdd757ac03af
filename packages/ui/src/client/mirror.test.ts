import { api } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildContent } from "../testing/contents.ts";
import { heardServer, keepAnswer, recallAnswer, shownSince, type Kept } from "./mirror.ts";
import { keepFor } from "./person.ts";
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
      };
    };
    keepFor("a");
  });
  afterEach(() => {
    device.clear();
    heardServer();
    if (openMirror) platform.openMirror = openMirror;
    else delete platform.openMirror;
  });

  const content = buildContent();
  const asked = { params: { id: content.id } };
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

  it("is locked when the session has ended, and never somebody else's", async () => {
    await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    keepFor(null);
    expect(await recalled()).toBeUndefined();
    keepFor("b");
    expect(await recalled()).toBeUndefined();
    keepFor("a");
    expect(await recalled()).toBeDefined();
  });

  it("says how old it is until the server answers again", async () => {
    const before = Date.now();
    await keepAnswer(api.contents.get, asked, { ...content, isOwner: true }, undefined);
    expect(shownSince()).toBeUndefined();
    await recalled();
    expect(shownSince()).toBeGreaterThanOrEqual(before);
    heardServer();
    expect(shownSince()).toBeUndefined();
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
