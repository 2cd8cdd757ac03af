import { limits } from "@knowhow/shared";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { TestClient } from "../testing/client.ts";
import { createContent, createSeller, createUser } from "../testing/factories.ts";
import { listenTo } from "../testing/news.ts";
import { startServerProcess, type ServerProcess } from "../testing/process.ts";
import { makeDeal } from "../testing/reports.ts";

const count = 2;
/** Connections at once: each goes to the next process that is free. */
const connections = 4 * count;
/** Options of a call over its own connection: connections that are kept from earlier calls may all lead to one process. */
const ownConnection = { headers: { connection: "close" } };
const atOnce = <T>(call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: connections }, () => call()));

/** Ids of all processes with those of their parents. */
const listProcesses = async (): Promise<{ pid: number; parent: number }[]> => {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
};

/** Ids of the processes that another one has started. */
const childrenOf = async (of = 0): Promise<number[]> =>
  (await listProcesses()).flatMap(({ pid, parent }) => (parent === of ? [pid] : []));

describe("several processes on one port", () => {
  let app: TestApp;
  let server: ServerProcess;

  /** A count of each process; none where one does not tell. */
  const counts = async (pattern: RegExp, { url } = server): Promise<number[]> => {
    const { bytes } = await new TestClient(url).get("/metrics");
    return [...bytes.toString().matchAll(pattern)].map(([, value]) => Number(value));
  };
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const serving = async (of = server) =>
    sum(await counts(/^knowhow_processes\{process="\d+"\} (\d+)$/gm, of));
  const start = async (): Promise<ServerProcess> => {
    const started = await startServerProcess(app, { PROCESSES: String(count), RATE_LIMITS: "on" });
    // Also before the first test.
    await vi.waitFor(async () => expect(await serving(started)).toBe(count), { timeout: 60_000 });
    return started;
  };
  const through = (client: TestClient): TestClient => {
    const caller = new TestClient(server.url);
    for (const [name, value] of client.cookies) caller.cookies.set(name, value);
    return caller;
  };

  beforeAll(async () => {
    app = await startTestApp();
    server = await start();
  });
  afterAll(async () => {
    await server.kill("SIGKILL");
    await app.stop();
  });

  it("tell every stream, whichever process has it, and nobody else's", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    const streams = await atOnce(() => listenTo(server.url, deal.buyerClient));
    const others = await atOnce(() => listenTo(server.url, bystander.buyerClient));
    const path = `/api/chat/rooms/${deal.chatRoomId}/messages`;
    const sent = await through(deal.sellerClient).post(path, { message: "안녕하세요" });
    expect(sent.status).toBe(201);
    const told = () => streams.map((stream) => stream.told.filter(({ name }) => name === "message").length);
    await expect.poll(told).toEqual(streams.map(() => 1));
    expect(others.flatMap((stream) => stream.told.filter(({ name }) => name === "message"))).toEqual([]);
    for (const stream of [...streams, ...others]) stream.leave();
  });

  it("forget a content that is taken down, all of them", async () => {
    const seller = await createSeller(app.deps);
    const [content, bystander] = [
      await createContent(app.deps, seller.id),
      await createContent(app.deps, seller.id),
    ];
    const admin = through(await app.as(await createUser(app.deps, { userId: "admin1" })));
    const visitor = new TestClient(server.url);
    const look = ({ id }: { id: string }) =>
      atOnce(async () => (await visitor.get(`/api/contents/${id}`, ownConnection)).status);
    const all = (status: number) => Array.from({ length: connections }, () => status);
    expect(await look(content)).toEqual(all(200));
    const hidden = await admin.put(`/api/admin/contents/${content.id}/state`, {
      state: "hidden",
      reason: "다른 사람의 글입니다.",
    });
    expect(hidden.status).toBe(200);
    await expect.poll(() => look(content)).toEqual(all(404));
    expect(await look(bystander)).toEqual(all(200));
  });

  it("let go of one who signs out, and of one who is banned, all of them", async () => {
    const people = await Promise.all([1, 2, 3].map(() => createUser(app.deps)));
    const [leaving, banned, bystander] = await Promise.all(
      people.map(async (person) => through(await app.as(person))),
    );
    if (!leaving || !banned || !bystander) throw new Error("three people");
    // The cookies stay as they are, whatever an answer says.
    const look = async (client: TestClient) =>
      new Set(
        (await atOnce(() => through(client).get("/api/chat/rooms", ownConnection))).map(
          ({ status }) => status,
        ),
      );
    for (const client of [leaving, banned, bystander]) expect([...(await look(client))]).toEqual([200]);
    expect((await through(leaving).post("/api/auth/logout")).status).toBe(200);
    expect([...(await look(leaving))]).toEqual([401]);
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [people[1]?.id]);
    expect([...(await look(banned))]).toEqual([403]);
    expect([...(await look(bystander))]).toEqual([200]);
  });

  it("hear of a price, a deletion and a like from one of them, and of nothing that changes nothing", async () => {
    const deal = await makeDeal(app);
    const [seller, buyer] = [through(deal.sellerClient), through(deal.buyerClient)];
    const path = `/api/contents/${deal.content.id}`;
    const { body } = await seller.get(path);
    const { title, category, fileUrls } = body as Record<string, unknown>;
    // The test's own server stands for any other process.
    const dropped = vi.spyOn(app.deps.microCache, "drop");
    const changes: [() => Promise<{ status: number }>, boolean][] = [
      [() => seller.get(path), false],
      [() => buyer.post(`${path}/like`), true],
      [() => seller.put(path, { title, category, fileUrls, description: "설명", price: 12_000 }), true],
      [() => seller.delete(path), true],
    ];
    for (const [change, isHeard] of changes) {
      dropped.mockClear();
      expect((await change()).status).toBe(200);
      if (isHeard) await expect.poll(() => dropped.mock.calls.length).toBe(1);
      else expect(dropped).not.toHaveBeenCalled();
    }
    dropped.mockRestore();
  });

  it("count a person's calls together where there is a limit", async () => {
    const [person, bystander] = [
      await app.as(await createUser(app.deps)),
      await app.as(await createUser(app.deps)),
    ];
    const statuses = async (client: TestClient, calls: number) => {
      const caller = through(client);
      const answers = await Promise.all(Array.from({ length: calls }, () => caller.post("/api/reports", {})));
      return answers.map(({ status }) => status).sort();
    };
    const allowed = Array.from({ length: limits.report.points }, () => 400);
    expect(await statuses(person, limits.report.points + 4)).toEqual([...allowed, 429, 429, 429, 429]);
    expect(await statuses(bystander, limits.report.points)).toEqual(allowed);
  });

  it("tell all of their requests, each its own", async () => {
    const visitor = new TestClient(server.url);
    const requests = () =>
      counts(/^knowhow_http_request_duration_seconds_count\{call="health.live"[^}]*\} (\d+)$/gm);
    await visitor.get("/healthz");
    const before = sum(await requests());
    expect(before).toBeGreaterThan(0);
    let asked = 0;
    const askAll = async () => {
      await atOnce(() => visitor.get("/healthz", ownConnection));
      asked += connections;
      return (await requests()).length;
    };
    await expect.poll(askAll).toBe(count);
    expect(sum(await requests())).toBe(before + asked);
  });

  it("go on while one is killed, and another takes its place", async () => {
    const before = await childrenOf(server.child.pid);
    expect(before).toHaveLength(count);
    const [victim = 0] = before;
    process.kill(victim, "SIGKILL");
    const statuses = new Set<number>();
    const isReplaced = async () => {
      // Connections to the killed one break, and the one on its way to it is never answered; the next go to another.
      const look = async () => {
        const { status } = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(2_000) });
        statuses.add(status);
      };
      await Promise.allSettled(Array.from({ length: connections }, look));
      const now = await childrenOf(server.child.pid);
      return now.length === count && !now.includes(victim);
    };
    await expect.poll(isReplaced).toBe(true);
    expect([...statuses]).toEqual([200]);
    await expect.poll(() => serving()).toBe(count);
  });

  it("end together when they are told to, and a stream with them", async () => {
    const user = await app.as(await createUser(app.deps));
    const stream = await listenTo(server.url, user);
    const children = await childrenOf(server.child.pid);
    expect(await server.kill("SIGTERM")).toBe("0");
    await expect.poll(() => stream.isOver).toBe(true);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    server = await start();
  });

  it("end when the one that started them is killed", async () => {
    const children = await childrenOf(server.child.pid);
    expect(await server.kill("SIGKILL")).toBe("SIGKILL");
    const alive = async () => {
      const running = new Set((await listProcesses()).map(({ pid }) => pid));
      return children.filter((pid) => running.has(pid));
    };
    expect(children).toHaveLength(count);
    await expect.poll(alive).toEqual([]);
  });

  it("end with the reason of the first where none can start", async () => {
    const unreachable = { ...app, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
    const failing = startServerProcess(unreachable, { PROCESSES: String(count) });
    await expect(failing).rejects.toThrow(/^the server ended \(1\): knowhow: DATABASE_URL: [^\n]*\n$/);
  });
});
