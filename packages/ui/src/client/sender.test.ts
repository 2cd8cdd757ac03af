import { personHeader } from "@knowhow/shared";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildComment } from "../testing/comments.ts";
import { buildContent } from "../testing/contents.ts";
import { buildRoom } from "../features/chats/testing.ts";
import { refuse, startServer } from "../testing/server.ts";
import { buildUser } from "../testing/users.ts";
import { client } from "./client.ts";
import type { CachedResponse } from "./responseCache.ts";
import { setActiveUser, activeUserId } from "./activeUser.ts";
import { createQueryClient } from "./queries.ts";
import { meKey, readMe } from "./session.ts";
import { keepSession, type SessionEnd } from "../device/sessionKeeping.ts";
import { testDevice } from "../testing/platform.ts";
import { keepResponsesIn } from "./responseCache.ts";

const a = buildUser();
const b = buildUser({ id: "01900000-0000-7000-8000-0000000000bb", userId: "minsu1" });
const content = { ...buildContent(), hasPurchased: true };
const refusal = refuse("LOGIN_REQUIRED");

describe("whose request it is", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  /** Owner of the browser's cookie. */
  let cookie: typeof a | null;
  /** The next request is refused, for any user. */
  let isRefused = false;
  let stop: () => void = () => undefined;
  const kept = new Map<string, CachedResponse>();
  let stopKeeping: () => void;

  beforeEach(async () => {
    cookie = a;
    server = await startServer(({ path, headers }) => {
      if (isRefused) {
        isRefused = false;
        return refusal;
      }
      const sender = headers[personHeader];
      if (sender !== undefined && sender !== cookie?.id) return refusal;
      if (path.endsWith("/me")) return cookie ? { body: { user: cookie } } : refusal;
      if (path === "/api/contents") return { body: [] };
      if (path === "/api/login") return { body: { user: b } };
      if (path.endsWith("/comments"))
        return { status: 201, body: buildComment({ userId: cookie?.id ?? a.id }) };
      if (path.startsWith("/api/contents/")) return { body: { ...content, hasPurchased: cookie !== null } };
      return cookie ? { body: { chatRooms: [buildRoom({ buyerId: cookie.id })] } } : refusal;
    });
    stopKeeping = keepResponsesIn((personId) => ({
      keep: async (address, one) => void kept.set(`${personId} ${address}`, one),
      recall: async () => undefined,
      forget: async () => undefined,
    }));
    setActiveUser(a.id);
  });
  afterEach(async () => {
    stop();
    vi.restoreAllMocks();
    kept.clear();
    stopKeeping();
    await server.close();
  });

  const start = async () => {
    const queryClient = createQueryClient();
    const ends: SessionEnd[] = [];
    stop = keepSession(queryClient, testDevice, (end) => ends.push(end));
    await queryClient.query({ queryKey: meKey, queryFn: ({ signal }) => readMe(signal) });
    server.asked.length = 0;
    return { queryClient, ends, user: () => queryClient.getQueryData(meKey) };
  };
  const asked = () => server.asked.map(({ path, headers }) => [path.split("/")[2], headers[personHeader]]);
  const readContent = () => client.contents.get({ params: { id: content.id } });
  const act = () => client.comments.create({ params: { id: content.id }, body: { comment: "글" } });
  const keptOf = ({ id }: { id: string }) => [...kept.keys()].filter((key) => key.startsWith(id)).length;

  it("is said with what is a member's own or kept, and not where that is found out or nobody's matter", async () => {
    await client.chats.rooms();
    await readContent();
    await act();
    await client.contents.list();
    await client.accounts.me();
    await client.accounts.login({ body: { emailOrUserId: "a", password: "b" } });
    expect(asked()).toEqual([
      ["chat", a.id],
      ["contents", a.id],
      ["contents", a.id],
      ["contents", undefined],
      ["auth", undefined],
      ["login", undefined],
    ]);
    await waitFor(() => expect(keptOf(a)).toBe(3));
  });

  it("keeps nothing as one person's that another was answered; who is here is asked once, and said from then on", async () => {
    const { ends, user } = await start();
    kept.clear();
    cookie = b;
    expect(await client.chats.rooms()).toMatchObject({ chatRooms: [{ buyerId: b.id }] });
    await waitFor(() => expect([user(), activeUserId()]).toEqual([b, b.id]));
    expect(keptOf(a)).toBe(0);
    await readContent();
    await waitFor(() => expect([...kept.keys()].some((key) => key.includes(content.id))).toBe(true));
    expect([keptOf(a), asked().filter(([part]) => part === "auth").length]).toEqual([0, 1]);
    expect(ends).toEqual([]);
    expect(asked().at(-1)).toEqual(["contents", b.id]);
  });

  it("does nothing in another's name, and keeps nobody out whom the device can not take note of", async () => {
    const { queryClient } = await start();
    cookie = b;
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(act()).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(activeUserId()).toBe(a.id);
    expect(await act()).toBeDefined();
    expect(await readContent()).toMatchObject({ hasPurchased: true });
    expect([...kept].map(([key, { data }]) => [key.split(" ")[0], data])).toEqual([[a.id, { user: a }]]);
  });

  it("ends no session that is still good, and is said again once the server has named the person", async () => {
    const { ends, user, queryClient } = await start();
    // The cookie comes back before the session is read.
    isRefused = true;
    expect(await readContent()).toMatchObject({ hasPurchased: true });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await readContent();
    expect([asked().at(-1), ends, user()]).toEqual([["contents", a.id], [], a]);
  });

  it("lets everybody read on whose session has ended", async () => {
    const { ends } = await start();
    cookie = null;
    expect(await readContent()).toMatchObject({ hasPurchased: false });
    await waitFor(() => expect([ends, activeUserId()]).toEqual([["expired"], null]));
    await expect(client.chats.rooms()).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    expect(asked().at(-1)).toEqual(["chat", undefined]);
  });
});
