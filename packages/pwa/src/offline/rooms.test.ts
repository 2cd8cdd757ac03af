// @vitest-environment jsdom
import { client } from "@knowhow/ui/client/client.ts";
import { readCachedResponse, keepResponsesIn } from "@knowhow/ui/client/responseCache.ts";
import { setActiveUser } from "@knowhow/ui/client/activeUser.ts";
import { buildDetail, buildMessage, buildRoom } from "@knowhow/ui/features/chats/testing.ts";
import { answerTo } from "@knowhow/ui/testing/contractCheck.ts";
import { api } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAttempts } from "./attempts.ts";
import { createResponseCache } from "./responseCache.ts";
import { keepRooms } from "./rooms.ts";

const messageId = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`;
/** A time of the server's clock, which is far behind the device's. */
const saidAt = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 1_000).toISOString();
const idOf = (at: number) => `01900000-0000-7000-a000-${String(at).padStart(12, "0")}`;
const rooms = Array.from({ length: 60 }, (_, index) => idOf(index));

describe("the messages of the rooms", () => {
  const asked: string[] = [];
  /** How many messages each room has. */
  let counts: Map<string, number>;
  let tests = 0;
  const personId = () => idOf(1_000 + tests);
  let refuseFrom = Infinity;
  /** A room that the server can not show. */
  let brokenRoom = "none";

  const answer = (call: Parameters<typeof fetch>, address: URL): Response => {
    const [, roomId, part] = /rooms(?:\/([^/]+)(\/messages)?)?$/.exec(address.pathname) ?? [];
    if (address.pathname.includes("admin-chats")) return answerTo(call, { chatRooms: [] });
    if (roomId === undefined) {
      const from = Number(address.searchParams.get("cursor") ?? 0);
      const isLast = from + 50 >= rooms.length;
      const headers = new Headers(
        isLast ? [] : [["link", `</api/chat/rooms?cursor=${from + 50}>; rel="next"`]],
      );
      const chatRooms = rooms.slice(from, from + 50).map((id) => {
        const createdAt = saidAt(counts.get(id) ?? 3);
        return buildRoom({ id, lastMessage: { message: "안녕하세요", senderId: null, createdAt } });
      });
      return answerTo(call, { chatRooms }, { headers });
    }
    if (part === undefined)
      return answerTo(call, { chatRoom: buildDetail({ id: roomId, buyerId: personId() }) });
    const end = address.searchParams.get("before")?.slice(-12) ?? (counts.get(roomId) ?? 3) + 1;
    const from = Math.max(1, Number(end) - Number(address.searchParams.get("limit")));
    const ats = Array.from({ length: Number(end) - from }, (_, index) => from + index);
    const messages = ats.map((at) => buildMessage(at, { id: messageId(at), createdAt: saidAt(at) }));
    return answerTo(call, { messages, readUpTo: null });
  };

  let stopKeeping: () => void;
  beforeEach(() => {
    tests += 1;
    counts = new Map([[idOf(0), 1_000], [idOf(59), 120]]); // oxfmt-ignore
    refuseFrom = Infinity;
    brokenRoom = "none";
    asked.length = 0;
    stopKeeping = keepResponsesIn(createResponseCache);
    setActiveUser(personId());
    vi.spyOn(globalThis, "fetch").mockImplementation(async (...call) => {
      const [input] = call;
      const address = new URL(input instanceof Request ? input.url : input, window.location.origin);
      asked.push(address.pathname + address.search);
      if (asked.length > refuseFrom)
        return answerTo(call, { code: "RATE_LIMITED", message: "천천히" }, { status: 429 });
      if (address.pathname.endsWith(`/rooms/${brokenRoom}`)) return new Response("", { status: 500 });
      return answer(call, address);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    stopKeeping();
  });

  const pause = async () => undefined;
  const kept = async (roomId: string) => {
    const found = await readCachedResponse(api.chats.messages, {
      params: { roomId },
      query: { limit: 1_000 },
    });
    const ids =
      (found?.data as { messages: { id: string }[] } | undefined)?.messages.map(({ id }) => id) ?? [];
    return [ids.length, ids[0], ids.at(-1)];
  };
  const reads = (roomId: string) => asked.filter((address) => address.includes(`/${roomId}/messages`)).length;

  it("are the newest 500 of each, in all pages of the list, and not asked for again", async () => {
    await keepRooms(pause, createAttempts());
    expect(await kept(idOf(0))).toEqual([500, messageId(501), messageId(1_000)]);
    expect(await kept(idOf(59))).toEqual([120, messageId(1), messageId(120)]);
    expect(await kept(idOf(30))).toEqual([3, messageId(1), messageId(3)]);
    expect([reads(idOf(0)), reads(idOf(59)), reads(idOf(30))]).toEqual([3, 1, 1]);
    asked.length = 0;
    await keepRooms(pause, createAttempts());
    expect(asked.filter((address) => address.includes("/messages"))).toEqual([]);
  });

  it("are kept with their room, though a screen had read them without it", async () => {
    await client.chats.messages({ params: { roomId: idOf(30) }, query: { limit: 30 } });
    await keepRooms(pause, createAttempts());
    expect(await readCachedResponse(api.chats.room, { params: { roomId: idOf(30) } })).toBeDefined();
  });

  it("are read back after a long absence until they join what is kept", async () => {
    await keepRooms(pause, createAttempts());
    counts.set(idOf(0), 1_200);
    asked.length = 0;
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 60 * 60_000);
    await keepRooms(pause, createAttempts());
    expect(await kept(idOf(0))).toEqual([500, messageId(701), messageId(1_200)]);
    // The newest fifty, and two hundred before them.
    expect(reads(idOf(0))).toBe(2);
  });

  it("are kept though one of them can not be read", async () => {
    vi.spyOn(console, "warn").mockReturnValue(undefined);
    brokenRoom = idOf(1);
    await keepRooms(pause, createAttempts());
    expect(await kept(idOf(59))).toEqual([120, messageId(1), messageId(120)]);
  });

  it("are left alone by a server that wants no more questions, and where the work is to end; then it goes on", async () => {
    refuseFrom = 40;
    await expect(keepRooms(pause, createAttempts())).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(asked).toHaveLength(41);
    refuseFrom = Infinity;
    const stopping = vi.fn<() => Promise<void>>().mockRejectedValue(new Error("hidden"));
    await expect(keepRooms(stopping, createAttempts())).rejects.toThrow("hidden");
    asked.length = 0;
    await keepRooms(pause, createAttempts());
    expect([reads(idOf(0)), reads(idOf(59))]).toEqual([0, 1]);
  });
});
