import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import type { TestClient } from "../../testing/client.ts";
import { databaseEnv } from "../../testing/database.ts";
import { createContent, createUser, type TestContent } from "../../testing/factories.ts";
import { decide, fileReport, makeDeal, type Deal } from "../../testing/reports.ts";
import { contentBody } from "../../testing/uploads.ts";
import { BaseModel } from "../database/BaseModel.ts";

/** For so long a process keeps its answers, where nothing tells it of a change. */
const lifeMs = 1_000;

describe("what another process has kept", () => {
  let app: TestApp;
  let admin: TestClient;
  /** Two more servers on the database: one hears of changes, the other of nothing. */
  let hearing: TestApp;
  let deaf: TestApp;
  /** The time by which answers are kept: it stands still unless a test moves it. */
  let now: number;

  beforeAll(async () => {
    app = await startTestApp();
    [hearing, deaf] = [
      await startTestApp(databaseEnv(app.databaseUrl)),
      await startTestApp(databaseEnv(app.databaseUrl)),
    ];
    BaseModel.knex(app.deps.knex);
    await deaf.deps.events.close();
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => now);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await deaf.stop();
    await hearing.stop();
    await app.stop();
  });

  /** A content as a visitor of a process sees it: in the list, by search, on its page and on its mentor's. */
  const look = async (place: TestApp, { id, title }: TestContent, { seller }: Pick<Deal, "seller">) => {
    const visitor = place.visitor();
    const priceIn = async (path: string) => {
      const { body } = await visitor.get(path);
      // A list of contents, as the contract says.
      return (body as unknown as { id: string; price: number }[]).find((one) => one.id === id)?.price;
    };
    const { status, body: page } = await visitor.get(`/api/contents/${id}`);
    const mentor = await visitor.get(`/api/mentors/${seller.id}`);
    return {
      listed: await priceIn("/api/contents"),
      found: await priceIn(`/api/contents/search/${encodeURIComponent(title)}`),
      page: status === 200 ? [page["price"], page["state"]] : status,
      mentor: mentor.status === 200 ? mentor.body["mentor"]?.["contentsCount"] : mentor.status,
    };
  };
  const untouched = { listed: 10_000, found: 10_000, page: [10_000, "listed"], mentor: 1 };
  const nowhere = { listed: undefined, found: undefined, page: 404, mentor: 404 };

  /** A content on sale beside one of another seller, and ways to change the first. */
  const makeContents = async () => {
    const [deal, bystander] = [await makeDeal(app), await makeDeal(app)];
    for (const { content } of [deal, bystander])
      await app.deps.pool.query("update contents set deleted_at = app_now() where id = $1", [content.id]);
    const content = await createContent(app.deps, deal.seller.id);
    const path = `/api/contents/${content.id}`;
    return {
      deal,
      content,
      bystander: { deal: bystander, content: await createContent(app.deps, bystander.seller.id) },
      changes: {
        reprice: () =>
          deal.sellerClient.put(
            path,
            contentBody({ title: content.title, category: "stock", price: 20_000 }),
          ),
        ban: async () =>
          decide(admin, await fileReport(deal), { status: "resolved", penaltyType: "ban", reason: "사기" }),
        remove: () => deal.sellerClient.delete(path),
        pause: () => deal.sellerClient.put(`${path}/state`, { state: "paused" }),
      },
    };
  };

  it.each([
    ["another price", "reprice", { listed: 20_000, found: 20_000, page: [20_000, "listed"], mentor: 1 }],
    ["a ban of its seller", "ban", nowhere],
    ["a deletion", "remove", nowhere],
    ["a pause", "pause", { listed: undefined, found: undefined, page: [10_000, "paused"], mentor: 404 }],
  ] as const)("is true a second after %s of which it does not hear", async (_words, name, truth) => {
    const { deal, content, bystander, changes } = await makeContents();
    now += lifeMs;
    expect(await look(deaf, content, deal)).toEqual(untouched);
    expect(await look(deaf, bystander.content, bystander.deal)).toEqual(untouched);
    expect((await changes[name]()).status).toBe(200);
    const { listed, page } = await look(deaf, content, deal);
    expect([listed, page]).toEqual([untouched.listed, untouched.page]);
    now += lifeMs;
    expect(await look(deaf, content, deal)).toEqual(truth);
    expect(await look(deaf, bystander.content, bystander.deal)).toEqual(untouched);
  });

  it("is dropped with the news of a ban, before its second is over", async () => {
    const { deal, content, bystander, changes } = await makeContents();
    now += lifeMs;
    expect(await look(hearing, content, deal)).toEqual(untouched);
    expect((await changes.ban()).status).toBe(200);
    await expect.poll(() => look(hearing, content, deal)).toEqual(nowhere);
    expect(await look(hearing, bystander.content, bystander.deal)).toEqual(untouched);
  });
});
