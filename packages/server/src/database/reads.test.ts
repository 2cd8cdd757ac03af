import { randomUUID } from "node:crypto";
import { register } from "tsx/esm/api";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { TestClient } from "../../testing/client.ts";
import { createContent, createSeller } from "../../testing/factories.ts";
import { startServerProcess, type ServerProcess } from "../../testing/process.ts";
import { startProxy, type Proxy } from "../../testing/proxy.ts";
import { makeDeal } from "../../testing/reports.ts";
import { startReplicatedDatabase, type ReplicatedDatabase } from "../../testing/standby.ts";
import { watchReplica } from "../features/health/watchReplica.ts";
import { isWalPosition } from "./reads.ts";

describe("positions", () => {
  it.each(["0/0", "16/B374D848", "FFFFFFFF/FFFFFFFF"])("%j is one", (text) => {
    expect(isWalPosition(text)).toBe(true);
  });
  it.each(["", "/", "16/", "16/B374D848 ", "16/b374d848", "1/2/3", "123456789/0"])("%j is none", (text) => {
    expect(isWalPosition(text)).toBe(false);
  });
});

describe("reads with a streaming replica", () => {
  let database: ReplicatedDatabase;
  let proxy: Proxy;
  let app: TestApp;
  let other: ServerProcess | undefined;

  const env = () => {
    const url = new URL(database.standbyUrl);
    url.port = new URL(proxy.url).port;
    return {
      ...{ DATABASE_URL: database.primaryUrl, DATABASE_DIRECT_URL: "" },
      DATABASE_READ_URL: url.toString(),
    };
  };
  const state = () => app.deps.reads.state();
  const isUsed = () => state()?.isUsed;
  /** Where the next statement of a reader who wrote nothing is read. */
  const place = async () => {
    const { rows } = await app.deps.reads
      .at()
      .query<{ is_replica: boolean }>({ text: "select pg_is_in_recovery() as is_replica" });
    return rows[0]?.is_replica ? "replica" : "primary";
  };
  const settled = () => vi.waitFor(async () => expect(await place()).toBe("replica"), { timeout: 30_000 });
  /** Waits until a reader who wrote nothing reads a content at the replica. */
  const replayed = (id: string) =>
    expect
      .poll(async () => {
        const { rows } = await app.deps.reads.at().query<{ is_there: boolean }>({
          text: "select pg_is_in_recovery() and exists (select from contents where id = $1) as is_there",
          values: [id],
        });
        return rows[0]?.is_there;
      })
      .toBe(true);
  /** Resumes the replay and waits until the replica is read. */
  const catchUp = async () => {
    await database.resume();
    await settled();
  };

  beforeAll(async () => {
    // Knex imports migrations by itself, past the test runner's own loader.
    const unregister = register();
    database = await startReplicatedDatabase();
    proxy = await startProxy(() => database.standbyUrl);
    app = await startTestApp(env());
    await unregister();
    other = await startServerProcess({ databaseUrl: database.primaryUrl, dataDir: app.dataDir }, env());
    await settled();
  });
  afterEach(async () => {
    proxy.turn("fine");
    await catchUp();
  });
  afterAll(async () => {
    await other?.kill();
    await app.stop();
    await proxy.close();
    await database.stop();
  });

  it("go there", async () => {
    const seller = await createSeller(app.deps);
    const { id } = await createContent(app.deps, seller.id, { title: "복제본에서 읽는 제목" });
    const found: string[] = [];
    const search = async () => {
      await settled();
      const { body } = await app.visitor().get(`/api/contents/search/${encodeURIComponent("복제본에서")}`);
      found.push(...(body as unknown as { id: string }[]).map((content) => content.id));
      const { rows } = await app.deps.reads.at().query<{ is_there: boolean }>({
        text: `select pg_is_in_recovery() and exists (
                 select from pg_stat_activity where query like '%with ordinality h (id, n)%' and pid <> pg_backend_pid()) as is_there`,
      });
      return rows[0]?.is_there;
    };
    await expect.poll(search).toBe(true);
    expect([...new Set(found)]).toEqual([id]);
  });

  it("show their writer what a late replica lacks, and a bystander within the second", async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    const { id } = deal.content;
    const [writer, reader] = [deal.buyerClient, bystander.buyerClient];
    const titleFor = async (client: TestClient, title: string) => {
      const { body } = await client.get(`/api/contents/search/${encodeURIComponent(title)}`);
      return (body as unknown as { id: string }[]).some((content) => content.id === id);
    };
    const missed: string[] = [];
    let title = "";
    /** Whether a bystander was shown less than the writer: not where the replica was left out before. */
    const isBehind = async () => {
      await catchUp();
      await database.pause();
      title = `새제목 ${randomUUID().slice(0, 8)}`;
      // Without a word to the processes: their floors would have all readers see it.
      await app.deps.pool.query("update contents set title = $2 where id = $1", [id, title]);
      await writer.post(`/api/chat/rooms/${deal.chatRoomId}/messages`, { message: "고맙습니다" });
      const isShown = await titleFor(reader, title);
      if (!(await titleFor(writer, title))) missed.push(title);
      return !isShown;
    };
    await expect.poll(isBehind).toBe(true);
    expect(missed).toEqual([]);
    await expect.poll(() => titleFor(reader, title)).toBe(true);
    await expect.poll(isUsed).toBe(false);
    expect(await place()).toBe("primary");
  });

  it("never show an old price or what is deleted, in any process", async () => {
    const sellers = [await createSeller(app.deps), await createSeller(app.deps)] as const;
    const [dear, gone, bystander] = [
      await createContent(app.deps, sellers[0].id, { price: 10_000 }),
      await createContent(app.deps, sellers[0].id),
      await createContent(app.deps, sellers[1].id),
    ];
    const seller = await app.as(sellers[0]);
    const there = new TestClient(other?.url ?? "");
    const visitors = [app.visitor(), there];
    const look = (id: string) =>
      Promise.all(
        visitors.map(async (visitor) => {
          const { status, body } = await visitor.get(`/api/contents/${id}`);
          return status === 200 ? body["price"] : status;
        }),
      );
    await settled();
    expect(await look(dear.id)).toEqual([10_000, 10_000]);
    await database.pause();
    const { body } = await seller.get(`/api/contents/${dear.id}`);
    const { title, category, fileUrls, description } = body as Record<string, unknown>;
    const form = { title, category, fileUrls, description, price: 20_000 };
    expect((await seller.put(`/api/contents/${dear.id}`, form)).status).toBe(200);
    expect((await app.visitor().get(`/api/contents/${dear.id}`)).body["price"]).toBe(20_000);
    // The other process hears of it a moment later.
    await expect.poll(() => look(dear.id)).toEqual([20_000, 20_000]);
    expect((await seller.delete(`/api/contents/${gone.id}`)).status).toBe(200);
    expect((await app.visitor().get(`/api/contents/${gone.id}`)).status).toBe(404);
    await expect.poll(() => look(gone.id)).toEqual([404, 404]);
    expect(await look(bystander.id)).toEqual([bystander.price, bystander.price]);
  });

  it("find a content and a mentor that the replica does not have yet", async () => {
    const bystander = await createContent(app.deps, (await createSeller(app.deps)).id);
    const there: unknown[] = [];
    const nowhere: unknown[] = [];
    const isBehind = async () => {
      await catchUp();
      await database.pause();
      const seller = await createSeller(app.deps);
      const { id } = await createContent(app.deps, seller.id);
      const look = async (path: string) => {
        const { status, body } = await app.visitor().get(path);
        return Array.isArray(body) ? [status, body.length] : status;
      };
      const lookAt = (contentId: string, mentorId: string) =>
        Promise.all(
          [
            `/api/contents/${contentId}`,
            `/api/contents/${contentId}/related`,
            `/api/mentors/${mentorId}`,
            `/api/mentors/${mentorId}/contents`,
          ].map(look),
        );
      there.push(await lookAt(id, seller.id));
      nowhere.push(await lookAt(randomUUID(), randomUUID()));
      expect(await look(`/api/contents/${bystander.id}/related`)).toBe(200);
      const text = "select from contents where id = $1";
      return (await app.deps.reads.at().query({ text, values: [id] })).rowCount === 0;
    };
    await expect.poll(isBehind).toBe(true);
    expect(there).toEqual(there.map(() => [200, 200, 200, [200, 1]]));
    expect(nowhere).toEqual(nowhere.map(() => [404, 404, 404, 404]));
  });

  it.each(["refusing", "hanging", "cutting answers", { lateMs: 5_000 }] as const)(
    "do not fail while it is %j, which an administrator hears of, and go back to it",
    async (weather) => {
      const seller = await createSeller(app.deps);
      const { id } = await createContent(app.deps, seller.id, { title: "날씨와 상관없는 글" });
      await replayed(id);
      const search = async () => {
        const { status, body } = await app
          .visitor()
          .get(`/api/contents/search/${encodeURIComponent("날씨와")}`);
        return [status, (body as unknown as { id: string }[]).some((content) => content.id === id)];
      };
      // An answer of the second before does not have it.
      await expect.poll(search).toEqual([200, true]);
      const answers: string[] = [];
      let isOver = false;
      const searching = Array.from({ length: 8 }, async () => {
        while (!isOver) answers.push(String(await search()));
      });
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(16), { timeout: 30_000 });
      proxy.turn(weather);
      await expect.poll(isUsed).toBe(false);
      isOver = true;
      await Promise.all(searching);
      expect(new Set(answers)).toEqual(new Set(["200,true"]));
      const alerts = async () => {
        await watchReplica(app.deps);
        const { rows } = await app.deps.pool.query<{ kind: string }>(
          "select kind from alerts where resolved_at is null",
        );
        return rows.map(({ kind }) => kind);
      };
      expect(await alerts()).toEqual(["REPLICA_LEFT_OUT"]);
      expect(await search()).toEqual([200, true]);
      proxy.turn("fine");
      await settled();
      expect(await alerts()).toEqual([]);
    },
  );

  it("take no caller's word for a position", async () => {
    for (const written of ["", "x", "16/b3; drop table users", "FFFFFFFF/FFFFFFFF"]) {
      const visitor = app.visitor();
      visitor.cookies.set("written", written);
      expect((await visitor.get("/api/contents/search/a")).status).toBe(200);
    }
  });

  it("are told to monitoring", async () => {
    const show = async () => (await app.visitor().get("/metrics")).bytes.toString();
    await expect.poll(show).toMatch(/^knowhow_replica_used 1$/m);
    expect(await show()).toMatch(/^knowhow_replica_lag_seconds \d+\.\d+/m);
    await database.pause();
    await app.deps.pool.query("create table if not exists anything ()");
    await expect.poll(show).toMatch(/^knowhow_replica_used 0$/m);
  });
});
