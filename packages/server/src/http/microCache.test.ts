import { api } from "@knowhow/shared";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../testing/factories.ts";
import { buy } from "../../testing/payments.ts";
import { contentBody } from "../../testing/uploads.ts";
import { createMicroCache } from "./microCache.ts";

describe("answers of the last second", () => {
  it("are computed once for all who ask at once, and again after a second", async () => {
    vi.useFakeTimers();
    try {
      const microCache = createMicroCache();
      let count = 0;
      const ask = () => microCache.get("list", async () => (count += 1));
      expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
      vi.advanceTimersByTime(999);
      expect(await ask()).toBe(1);
      vi.advanceTimersByTime(2);
      expect(await ask()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are dropped by a change, also those that are just being computed", async () => {
    const microCache = createMicroCache();
    let finish: (value: string) => void = () => undefined;
    const slow = microCache.get("list", () => new Promise<string>((resolve) => (finish = resolve)));
    microCache.drop();
    expect(await microCache.get("list", async () => "new")).toBe("new");
    finish("old");
    expect(await slow).toBe("old");
    expect(await microCache.get("list", async () => "newer")).toBe("new");
  });

  it("are ready by their address for as long as what they were made from is kept", async () => {
    vi.useFakeTimers();
    try {
      const microCache = createMicroCache();
      const answer = { call: api.contents.list, bytes: Buffer.from("[]"), headers: {} };
      const value = await microCache.get("list", async () => ["old"]);
      vi.advanceTimersByTime(600);
      microCache.makeReady("/list", { key: "list", value }, answer);
      expect([microCache.ready("/list"), microCache.ready("/other")]).toEqual([answer, undefined]);
      vi.advanceTimersByTime(401);
      expect(microCache.ready("/list")).toBeUndefined();
      // An answer from before a change is never made ready after it, not even beside a newer value.
      const before = await microCache.get("list", async () => ["before"]);
      microCache.makeReady("/list", { key: "list", value: before }, answer);
      microCache.drop();
      expect(microCache.ready("/list")).toBeUndefined();
      await microCache.get("list", async () => ["after"]);
      microCache.makeReady("/list", { key: "list", value: before }, answer);
      expect(microCache.ready("/list")).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it("are let go of when their second is over, asked for again or not", async () => {
    vi.useFakeTimers();
    try {
      const microCache = createMicroCache();
      for (let index = 0; index < 50; index += 1) await microCache.get(`list ${index}`, async () => index);
      expect(microCache.size).toBe(50);
      vi.advanceTimersByTime(2_000);
      expect(microCache.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("do not keep failures", async () => {
    const microCache = createMicroCache();
    await expect(microCache.get("list", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await microCache.get("list", async () => "back")).toBe("back");
  });

  it("push out the oldest when there are too many, not everything", async () => {
    const microCache = createMicroCache();
    let count = 0;
    const ask = (key: string) => microCache.get(key, async () => (count += 1));
    for (let index = 0; index < 999; index += 1) await ask(`first ${index}`);
    await ask("list");
    const listed = count;
    for (let index = 0; index < 900; index += 1) await ask(`second ${index}`);
    expect(await ask("list")).toBe(listed);
    expect(await ask("first 0")).toBeGreaterThan(listed + 900);
  });
});

describe("what drops them", () => {
  let app: TestApp;
  let seller: TestUser;
  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
  });
  afterAll(() => app.stop());
  afterEach(() => vi.restoreAllMocks());

  it("is a change that succeeded", async () => {
    const client = await app.as(seller);
    const forget = vi.spyOn(app.deps.microCache, "forget");
    const made = await client.post("/api/contents", contentBody());
    expect(made.status).toBe(201);
    expect(forget).toHaveBeenCalledTimes(1);
    const path = `/api/contents/${String(made.body["id"])}`;
    expect((await client.put(path, contentBody({ title: "고친 제목" }))).status).toBe(200);
    expect(forget).toHaveBeenCalledTimes(2);
    expect((await client.delete(path)).status).toBe(200);
    expect(forget).toHaveBeenCalledTimes(3);
  });

  it("is nothing that failed, changed something else, or is no call at all", async () => {
    const content = await createContent(app.deps, seller.id);
    const forget = vi.spyOn(app.deps.microCache, "forget");
    const client = await app.as(await createUser(app.deps));
    const path = `/api/contents/${content.id}`;
    expect((await app.visitor().post("/api/nothing")).status).toBe(404);
    expect((await app.visitor().post("/api/contents", {})).status).toBe(401);
    expect((await app.visitor().post("/api/auth/logout")).status).toBe(200);
    expect((await app.visitor().post("/api/payments/webhook", {})).status).toBe(200);
    expect((await client.post("/api/contents", {})).status).toBe(400);
    expect((await client.put(path, contentBody())).status).toBe(403);
    expect((await client.delete(path)).status).toBe(403);
    expect((await client.post(`${path}/like`)).status).toBe(403);
    expect((await app.visitor().get(path)).status).toBe(200);
    await expect
      .poll(async () => (await app.deps.pool.query("select from content_views")).rowCount)
      .toBeGreaterThan(0);
    expect(forget).not.toHaveBeenCalled();
  });

  it("is no visitor's call: those after the first ask nothing, have every header, and count as views", async () => {
    const { id } = await createContent(app.deps, seller.id);
    const path = `/api/contents/${id}`;
    const first = await app.visitor().get(path);
    const query = vi.spyOn(app.deps.pool, "query");
    const again = await app.visitor().get(path);
    expect(query.mock.calls.filter(([config]) => JSON.stringify(config).includes("contents_one"))).toEqual(
      [],
    );
    query.mockRestore();
    expect(again.bytes).toEqual(first.bytes);
    const names = ["etag", "content-type", "cache-control", "x-frame-options", "content-security-policy"];
    const named = (headers: Headers) => names.map((name) => headers.get(name));
    expect(named(again.headers)).toEqual(named(first.headers));
    expect(named(again.headers)).not.toContain(null);
    const known = { headers: { "if-none-match": again.headers.get("etag") ?? "" } };
    expect((await app.visitor().get(path, known)).status).toBe(304);
    const counted = async () =>
      (await app.deps.pool.query("select from content_views where content_id = $1", [id])).rowCount;
    await expect.poll(counted).toBe(1);
    // A person's own answer does not come from the cache of visitors' answers.
    expect((await (await app.as(seller)).get(path)).body["isOwner"]).toBe(true);
    expect((await app.visitor().get(path)).body["isOwner"]).toBe(false);
  });

  it("is no odd address either: entries go by what is asked for", async () => {
    const get = vi.spyOn(app.deps.microCache, "get");
    for (const address of [
      "/api/contents",
      "/api/contents/",
      "/api/contents?x=1",
      "/api/contents?x=2&limit=20",
      "/api/contents/category/all?y=1",
    ])
      expect((await app.visitor().get(address)).status).toBe(200);
    const keys = new Set(get.mock.calls.map(([key]) => key));
    expect([...keys].sort()).toEqual(["newest "]);
  });

  it("is no member's call: each is told what is theirs, with the session where the address is known", async () => {
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const person = await createUser(app.deps);
    const [buyer, other, owner] = [
      await app.as(person),
      await app.as(await createUser(app.deps)),
      await app.as(seller),
    ];
    await buy(app.url, buyer, content);
    await buyer.post(`/api/contents/${content.id}/like`);
    app.deps.microCache.drop();
    const query = vi.spyOn(app.deps.pool, "query");
    const namesOf = () => query.mock.calls.splice(0).map(([asked]) => (asked as { name?: string }).name);
    for (const address of ["/api/contents", `/api/contents/${content.id}?peek=1`]) {
      for (const [client, flags] of [
        [other, [false, false, false]],
        [buyer, [true, true, false]],
        [owner, [false, false, true]],
        [other, [false, false, false]],
      ] as const) {
        const body: unknown = (await client.get(address)).body;
        const all = (Array.isArray(body) ? body : [body]) as Record<string, unknown>[]; // Contents, as the contract says.
        const shown = all.find(({ id }) => id === content.id);
        expect([shown?.["hasPurchased"], shown?.["hasLiked"], shown?.["isOwner"]]).toEqual(flags);
      }
      const names = namesOf();
      expect(names.filter((name) => name === "contents_flags").length).toBeLessThan(4);
      expect(names).toContain("session_get_flags");
    }
  });

  it("names the next page after the address that was asked", async () => {
    for (let index = 0; index < 2; index += 1) await createContent(app.deps, seller.id);
    app.deps.microCache.drop();
    const links: (string | null)[] = [];
    for (const address of ["/api/contents?limit=1&x=1", "/api/contents/category/all?limit=1"])
      links.push((await app.visitor().get(address)).headers.get("link"));
    expect(links[0]).toMatch(/^<\/api\/contents\?limit=1&x=1&cursor=/);
    expect(links[1]).toMatch(/^<\/api\/contents\/category\/all\?limit=1&cursor=/);
  });
});
