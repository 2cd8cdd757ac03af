import { createHash, randomUUID } from "node:crypto";
import { Server } from "node:http";
import { Model } from "objection";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hashPassword, nobodysPassword } from "../features/accounts/passwords.ts";
import { readConfig } from "../config.ts";
import { cleanUp } from "../features/retention/cleanUp.ts";
import { startServer, type RunningServer } from "../server.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import type { TestClient } from "../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../testing/factories.ts";
import { buy } from "../../testing/payments.ts";
import { listenTo, type Told } from "../../testing/news.ts";
import { raiseAlert, resolveAlert } from "../features/alerts/alerts.ts";
import { emit, type News } from "./emit.ts";
import { createEventHub } from "./hub.ts";

describe("the stream of news", () => {
  let app: TestApp;
  let user: TestUser;
  let client: TestClient;
  const open: { leave: () => void }[] = [];

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const fresh = async () => {
    user = await createUser(app.deps);
    client = await app.as(user);
  };
  const listen = async (lastEventId?: string, base = app.url) => {
    const stream = await listenTo(base, client, lastEventId);
    open.push(stream);
    return stream;
  };
  const tell = (...news: News[]) => Model.transaction(app.deps.knex, (trx) => emit(trx, news));
  const room = (to: string[] = [user.id], roomId = randomUUID()): News => ({
    to,
    name: "room",
    data: { roomId },
  });
  const dataOf = ({ told }: { told: Told[] }) => told.map(({ data }) => data["roomId"]);

  it("tells what happens at once, numbered one by one", async () => {
    await fresh();
    const stream = await listen();
    expect(stream.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get("cache-control")).toBe("no-store");
    const rooms = [randomUUID(), randomUUID(), randomUUID()];
    // News wait for no timer: none ends meanwhile.
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
    for (const roomId of rooms) await tell(room([user.id], roomId));
    await expect.poll(() => dataOf(stream)).toEqual(rooms);
    expect(stream.told.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });

  it("tells nothing to anybody else, and nothing of what was rolled back", async () => {
    await fresh();
    const stream = await listen();
    await tell(room([(await createUser(app.deps)).id]));
    await Model.transaction(app.deps.knex, async (trx) => {
      await emit(trx, [room()]);
      throw new Error("changed my mind");
    }).catch(() => undefined);
    const last = randomUUID();
    await tell(room([user.id], last));
    await expect.poll(() => dataOf(stream)).toEqual([last]);
  });

  it("tells again what came while nobody listened", async () => {
    await fresh();
    await tell(room());
    const first = await listen();
    await expect.poll(() => first.lastId).toBe("1");
    expect(first.told).toEqual([]);
    first.leave();
    const missed = [randomUUID(), randomUUID()];
    for (const roomId of missed) await tell(room([user.id], roomId));
    const again = await listen(first.lastId);
    await expect.poll(() => dataOf(again)).toEqual(missed);
    expect(again.told.map(({ id }) => id)).toEqual(["2", "3"]);
  });

  it("asks to start anew when what was missed is gone, or the number is not one of ours", async () => {
    await fresh();
    await tell(room());
    await app.moveClock(11 * 60_000);
    await tell(room());
    await cleanUp(app.deps);
    for (const seen of ["0", "99", "nonsense"]) {
      const stream = await listen(seen);
      await expect.poll(() => stream.told.map(({ id, name }) => [id, name])).toEqual([["2", "resync"]]);
    }
    const known = await listen("1");
    await expect.poll(() => known.told.map(({ id, name }) => [id, name])).toEqual([["2", "room"]]);
  });

  it("keeps numbers in the order of the commits, however many tell at once", async () => {
    await fresh();
    const other = await createUser(app.deps);
    const stream = await listen();
    const before = stream.told.length;
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        tell(room(at % 2 ? [user.id, other.id] : [other.id, user.id]), room([user.id])),
      ),
    );
    await expect.poll(() => stream.told.length).toBe(before + 60);
    expect(stream.told.map(({ id }) => Number(id))).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  });

  it("tells both parties of a purchase and of each message", async () => {
    const seller = await createSeller(app.deps);
    await fresh();
    const buyers = await listen();
    client = await app.as(seller);
    const sellers = await listen();
    const buyer = await app.as(user);
    const content = await createContent(app.deps, seller.id, { price: 0 });
    const { chatRoomId, orderNumber } = await buy(app.url, buyer, content);
    const sent = await buyer.post(`/api/chat/rooms/${chatRoomId}/messages`, { message: "안녕하세요" });
    const expected = [
      ["order", { orderNumber, status: "paid" }],
      ["room", { roomId: chatRoomId }],
      [
        "message",
        { roomId: chatRoomId, kind: "purchase", id: (sent.body["message"] as unknown as { id: string }).id },
      ],
    ];
    for (const stream of [buyers, sellers])
      await expect.poll(() => stream.told.map(({ name, data }) => [name, data])).toEqual(expected);
  });

  it("tells a seller of their money and of comments, and a bystander of nothing", async () => {
    const [seller, bystander] = [await createSeller(app.deps), await createSeller(app.deps)];
    client = await app.as(bystander);
    const bystanders = await listen();
    client = await app.as(seller);
    const sellers = await listen();
    await fresh();
    const content = await createContent(app.deps, seller.id, { price: 10_000 });
    const { orderNumber } = await buy(app.url, client, content);
    const ofMoney = ({ told }: { told: Told[] }) =>
      told.filter(({ name }) => name === "settlement").map(({ data }) => data);
    await expect.poll(() => ofMoney(sellers)).toEqual([{ orderNumber, status: "pending" }]);
    const comments = `/api/contents/${content.id}/comments`;
    const { id } = (await client.post(comments, { comment: "잘 읽었어요" })).body;
    await client.delete(`/api/comments/${String(id)}`);
    const ofComments = () => sellers.told.filter(({ name }) => name === "comment").map(({ data }) => data);
    await expect.poll(ofComments).toEqual([
      { contentId: content.id, id },
      { contentId: content.id, id },
    ]);
    expect(bystanders.told).toEqual([]);
  });

  it("tells once of all settlements of a seller that change together, in the state that they end in", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    await fresh();
    for (const { id } of [seller, seller, other])
      await buy(app.url, client, await createContent(app.deps, id, { price: 2_000 }));
    client = await app.as(seller);
    const stream = await listen();
    await Model.transaction(app.deps.knex, async (trx) => {
      await trx.raw(
        "update settlements set status = 'held', held_reason = '확인' where seller_id in (?, ?)",
        [seller.id, other.id],
      );
      await trx.raw("update settlements set bank_name = bank_name where seller_id = ?", [seller.id]);
    });
    await tell(room([seller.id]));
    await expect.poll(() => stream.told.map(({ name }) => name)).toEqual(["settlement", "room"]);
    expect(stream.told[0]?.data).toMatchObject({ status: "held" });
    const { rows } = await app.deps.pool.query<{ told: number }>(
      "select count(*)::int as told from events where user_id = $1 and data->>'status' = 'held'",
      [other.id],
    );
    expect(rows[0]?.told).toBe(1);
    await app.deps.pool.query(
      "update settlements set status = 'pending', held_reason = null where status = 'held'",
    );
  });

  it("tells administrators of alerts that are raised and answered, each once, and a member of none", async () => {
    await fresh();
    const members = await listen();
    client = await app.as(await createUser(app.deps, { userId: "admin1" }));
    const admins = await listen();
    const alerts = () => admins.told.filter(({ name }) => name === "alert").length;
    await raiseAlert(app.deps, "ORDER_STUCK", "KH1", {});
    await expect.poll(alerts).toBe(1);
    // An alert that is open already is not told again.
    await raiseAlert(app.deps, "ORDER_STUCK", "KH1", {});
    await resolveAlert(app.deps, "ORDER_STUCK", "KH1", "끝났어요");
    await expect.poll(alerts).toBe(2);
    const back = await listen(admins.lastId);
    await expect.poll(() => back.told.map(({ name }) => name)).toContain("alert");
    await tell(room());
    await expect.poll(() => members.told.map(({ name }) => name)).toEqual(["room"]);
    expect(alerts()).toBe(2);
  });

  it("works from one process to another, and through a lost connection", async () => {
    await fresh();
    const other: RunningServer = await startServer(
      readConfig({
        NODE_ENV: "test", PORT: "0", DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, SEED_DEMO: "false",
        RATE_LIMITS: "off", LOG_LEVEL: "silent", SESSION_SECRET: app.deps.config.sessionSecret,
      }),
    ); // oxfmt-ignore
    try {
      const stream = await listen(undefined, other.url);
      await tell(room());
      await expect.poll(() => stream.told.length).toBe(1);
      await app.deps.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`,
      );
      await tell(room());
      await tell(room());
      await expect.poll(() => stream.told.length).toBe(3);
    } finally {
      await other.stop();
    }
  });

  it("ends with the server, without making it wait", async () => {
    await fresh();
    const other = await startServer(
      readConfig({
        NODE_ENV: "test", PORT: "0", DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, SEED_DEMO: "false",
        RATE_LIMITS: "off", LOG_LEVEL: "silent", SESSION_SECRET: app.deps.config.sessionSecret,
      }),
    ); // oxfmt-ignore
    const stream = await listen(undefined, other.url);
    const cutOff = vi.spyOn(Server.prototype, "closeAllConnections");
    await other.stop();
    expect(cutOff).not.toHaveBeenCalled();
    await expect.poll(() => stream.isOver).toBe(true);
  });

  it("gives each person twenty at most, and forgets those who left", async () => {
    await fresh();
    const before = app.deps.events.size();
    const streams = [];
    for (let at = 0; at < 20; at += 1) streams.push(await listen());
    const refused = await client.get("/api/events");
    expect([refused.status, refused.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    for (const stream of streams) stream.leave();
    await expect.poll(() => app.deps.events.size()).toBe(before);
    expect((await client.get("/api/events")).status).toBe(200);
  });

  it("is closed to visitors and to who is banned", async () => {
    await fresh();
    expect((await app.visitor().get("/api/events")).status).toBe(401);
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [user.id]);
    expect((await client.get("/api/events")).status).toBe(403);
  });

  it("ends at once with its session, whatever ended that, and with no other one of the person", async () => {
    const password = "Knowhow!2026";
    const hashed = await hashPassword(password);
    const ends: Record<string, () => Promise<unknown>> = {
      "signing out": () => client.post("/api/auth/logout"),
      leaving: () => client.delete("/api/user", { password }),
      "a change of the password elsewhere": async () => {
        const elsewhere = await app.as(user);
        return elsewhere.put("/api/change-password", {
          currentPassword: password,
          newPassword: "Haru!2027x",
        });
      },
      "a sign-in with a temporary password": async () => {
        await app.deps.pool.query(
          `update users set temp_password = password, password = $2,
             temp_password_expires_at = app_now() + interval '1 minute' where id = $1`,
          [user.id, nobodysPassword],
        );
        return app.visitor().post("/api/login", { emailOrUserId: user.userId, password });
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      user = await createUser(app.deps, { password: hashed });
      client = await app.as(user);
      const stream = await listen();
      await end();
      // The heartbeat would come after 20 seconds.
      await expect.poll(() => stream.isOver, { message: name, timeout: 5_000 }).toBe(true);
    }
    user = await createUser(app.deps, { password: hashed });
    client = await app.as(user);
    const stays = await listen();
    await (await app.as(user)).post("/api/auth/logout");
    const roomId = randomUUID();
    await tell(room([user.id], roomId));
    await expect.poll(() => dataOf(stays)).toEqual([roomId]);
    expect(stays.isOver).toBe(false);
  });

  it("shows a sign of life, and ends when the session is over or its person banned", async () => {
    await fresh();
    const hub = createEventHub(app.deps, { heartbeatMs: 50 });
    try {
      for (const end of [
        "delete from sessions where user_id = $1",
        "update users set is_banned = 1 where id = $1",
      ]) {
        client = await app.as(user);
        const sessionHash = createHash("sha256")
          .update(client.cookies.get("sid") ?? "")
          .digest("base64url");
        let text = "";
        const stream = await hub.open({ userId: user.id, isAdmin: false, sessionHash, lastEventId: "" });
        stream.on("data", (bytes: Buffer) => (text += bytes.toString("utf8")));
        await expect
          .poll(() => text.split("\n").filter((line) => line.startsWith(":")).length)
          .toBeGreaterThan(2);
        expect(stream.readableEnded).toBe(false);
        await app.deps.pool.query(end, [user.id]);
        await expect.poll(() => stream.readableEnded).toBe(true);
      }
    } finally {
      await hub.close();
    }
  });
});
