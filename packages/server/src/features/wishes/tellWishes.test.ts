import type { WishedContent } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { contentBody } from "../../../testing/uploads.ts";
import { leaveIn } from "../accounts/leave.ts";
import { tellWishes } from "./tellWishes.ts";

const day = 24 * 3_600_000;

describe("news of wishes", () => {
  let app: TestApp;
  let owner: TestUser;
  let seller: TestClient;
  let content: TestContent;
  let other: TestContent;
  let personUser: TestUser;
  let person: TestClient;
  let bystander: TestClient;

  const wish = (client: TestClient, { id }: TestContent) => client.put(`/api/contents/${id}/wish`);
  const newsIn = async (client: TestClient) =>
    ((await client.get("/api/wishes")).body as unknown as WishedContent[])
      .filter(({ priceBefore, newVersion }) => priceBefore !== null || newVersion !== null)
      .map(({ id, priceBefore, price, newVersion }) => [id, priceBefore, price, newVersion]);
  const countOf = async (client: TestClient): Promise<unknown> =>
    (await client.get("/api/wishes/news")).body["count"];
  const see = async (client: TestClient, price: number, newVersion: number | null = null) =>
    (await client.post("/api/wishes/seen", { shown: [{ contentId: content.id, price, newVersion }] })).status;
  /** How often a person was told of the content through the stream of news. */
  const toldTimes = async ({ id }: TestUser) =>
    (
      await app.deps.pool.query(
        "select from events where user_id = $1 and name = 'wish' and data->>'contentId' = $2",
        [id, content.id],
      )
    ).rowCount;
  /** Waits until no news of the content wait to be told. */
  const settle = () =>
    expect
      .poll(async () => {
        const { rowCount } = await app.deps.pool.query(
          `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = 'wishNews'`,
        );
        return rowCount;
      })
      .toBe(0);
  const setPrice = async (price: number, changes: object = {}) => {
    const edited = await seller.put(`/api/contents/${content.id}`, contentBody({ price, ...changes }));
    expect(edited.status).toBe(200);
    await settle();
  };
  const setState = async (state: "listed" | "paused") => {
    await seller.put(`/api/contents/${content.id}/state`, { state });
    await settle();
  };

  beforeAll(async () => {
    app = await startTestApp();
    owner = await createSeller(app.deps);
    seller = await app.as(owner);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    [content, other] = [
      await createContent(app.deps, owner.id, { price: 12_000 }),
      await createContent(app.deps, owner.id, { price: 12_000 }),
    ];
    personUser = await createUser(app.deps);
    person = await app.as(personUser);
    bystander = await app.as(await createUser(app.deps));
    await wish(person, content);
    await wish(bystander, other);
  });

  it("tell of each lower price once, until it was seen, and nobody who has another content in mind", async () => {
    await setPrice(9_000);
    expect(await newsIn(person)).toEqual([[content.id, 12_000, 9_000, null]]);
    expect(await countOf(person)).toBe(1);
    expect([await newsIn(bystander), await countOf(bystander)]).toEqual([[], 0]);
    // Up and down again within a day tells nothing twice; the marks go by the present price.
    await setPrice(13_000);
    expect([await newsIn(person), await countOf(person)]).toEqual([[], 0]);
    await app.moveClock(day / 2);
    await setPrice(9_000);
    expect(await newsIn(person)).toEqual([[content.id, 12_000, 9_000, null]]);
    expect(await toldTimes(personUser)).toBe(1);
    expect(await see(person, 9_000)).toBe(200);
    expect([await newsIn(person), await countOf(person)]).toEqual([[], 0]);
    await setPrice(9_500);
    await setPrice(9_000);
    expect(await newsIn(person)).toEqual([]);
    await setPrice(0);
    expect(await newsIn(person)).toEqual([[content.id, 9_000, 0, null]]);
    expect(await toldTimes(personUser)).toBe(2);
  });

  it("start at the price at which the content was kept in mind, with a server of before too", async () => {
    await setPrice(9_000);
    const late = await createUser(app.deps);
    const client = await app.as(late);
    await wish(client, content);
    await app.deps.pool.query(
      "update wishes set told_price = null, told_version = null where user_id = $1 and content_id = $2",
      [personUser.id, content.id],
    );
    await setPrice(10_000);
    expect(await newsIn(client)).toEqual([]);
    await setPrice(9_500);
    expect(await newsIn(client)).toEqual([]);
    expect(await newsIn(person)).toEqual([[content.id, 12_000, 9_500, null]]);
  });

  it("stay unseen where the price fell again after the list was read", async () => {
    await setPrice(9_000);
    await setPrice(8_000);
    expect(await see(person, 9_000)).toBe(200);
    expect(await newsIn(person)).toEqual([[content.id, 12_000, 8_000, null]]);
    // Another person's look changes nothing.
    expect(await see(bystander, 8_000)).toBe(200);
    expect(await countOf(person)).toBe(1);
    expect((await person.post("/api/wishes/seen", { shown: [{ contentId: "x", price: 1 }] })).status).toBe(
      400,
    );
  });

  it("tell of a new version once, but not who bought it, whose it is, or who took the wish back", async () => {
    const [buyerUser, formerUser] = [await createUser(app.deps), await createUser(app.deps)];
    const [buyer, former] = [await app.as(buyerUser), await app.as(formerUser)];
    for (const client of [buyer, former, seller]) await wish(client, content);
    await buy(app.url, buyer, content);
    await former.delete(`/api/contents/${content.id}/wish`);
    const fileUrls = ["https://drive.google.com/file/d/another/view"];
    await setPrice(9_000, { fileUrls });
    expect(await newsIn(person)).toEqual([[content.id, 12_000, 9_000, 2]]);
    for (const [client, user] of [
      [buyer, buyerUser],
      [former, formerUser],
      [seller, owner],
    ] as const) {
      expect(await newsIn(client)).toEqual([]);
      expect(await toldTimes(user)).toBe(0);
    }
    await tellWishes(app.deps, { contentId: content.id, price: 12_000 });
    expect(await toldTimes(personUser)).toBe(1);
    expect(await see(person, 9_000, 1)).toBe(200);
    expect(await newsIn(person)).toEqual([[content.id, null, 9_000, 2]]);
    expect(await see(person, 9_000, 2)).toBe(200);
    expect(await newsIn(person)).toEqual([]);
    // One who comes later knows this version already.
    await wish(former, content);
    await setPrice(9_000, { fileUrls, title: "다른 제목" });
    expect(await newsIn(former)).toEqual([]);
    // So does one who comes by way of a server of before; the next version is news to them.
    await app.deps.pool.query(
      "update wishes set told_price = null, told_version = null where user_id = $1 and content_id = $2",
      [formerUser.id, content.id],
    );
    await setPrice(8_000, { fileUrls });
    expect(await newsIn(former)).toEqual([[content.id, 9_000, 8_000, null]]);
    await app.deps.pool.query(
      "update wishes set told_price = null, told_version = null where user_id = $1 and content_id = $2",
      [formerUser.id, content.id],
    );
    await setPrice(8_000, { fileUrls: ["https://drive.google.com/file/d/third/view"] });
    expect(await newsIn(former)).toEqual([[content.id, 9_000, 8_000, 3]]);
  });

  it("are none of what is paused, hidden or deleted; they come with its return", async () => {
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    await setState("paused");
    await setPrice(9_000);
    expect([await newsIn(person), await countOf(person), await toldTimes(personUser)]).toEqual([[], 0, 0]);
    await setState("listed");
    expect(await newsIn(person)).toEqual([[content.id, 12_000, 9_000, null]]);
    expect(await toldTimes(personUser)).toBe(1);
    await setState("paused");
    expect([await newsIn(person), await countOf(person)]).toEqual([[], 0]);
    await setState("listed");
    const moderate = async (state: string) => {
      await admin.put(`/api/admin/contents/${content.id}/state`, { state, reason: "운영 정책 확인" });
      await settle();
    };
    await moderate("hidden");
    expect(await countOf(person)).toBe(0);
    await setPrice(8_000);
    expect(await toldTimes(personUser)).toBe(1);
    await moderate("listed");
    expect(await toldTimes(personUser)).toBe(2);
    await seller.delete(`/api/contents/${content.id}`);
    expect([await newsIn(person), await countOf(person)]).toEqual([[], 0]);
  });

  it("reach everyone in batches of their own, however often a job that was cut off runs", async () => {
    const crowd = 1_203;
    await app.deps.pool.query(
      `with crowd as (
         insert into users (user_id, name, nickname, email, password, phone_number, user_id_skeleton, nickname_skeleton)
         select 'crowd' || n || $2, '이름', '무리' || n || $2, 'crowd' || n || $2 || '@example.com', '-', '',
                gen_random_uuid(), gen_random_uuid()
         from generate_series(1, $3) n returning id)
       insert into wishes (user_id, content_id, told_price) select id, $1, 12000 from crowd`,
      [content.id, content.id.slice(-6), crowd],
    );
    await setPrice(9_000);
    const told = async () =>
      (
        await app.deps.pool.query<{ people: number; times: number }>(
          `select count(distinct user_id)::int as people, count(*)::int as times
           from events where name = 'wish' and data->>'contentId' = $1`,
          [content.id],
        )
      ).rows[0];
    expect(await told()).toEqual({ people: crowd + 1, times: crowd + 1 });
    await Promise.all([1, 2].map(() => tellWishes(app.deps, { contentId: content.id, price: 12_000 })));
    expect(await told()).toEqual({ people: crowd + 1, times: crowd + 1 });
  });

  it("lock no person: a wish is taken back while its person is locked, and beside their leaving", async () => {
    const trx = await app.deps.knex.transaction();
    await trx.raw("select from users where id = ? for no key update", [personUser.id]);
    expect((await person.delete(`/api/contents/${content.id}/wish`)).body).toEqual({ isWished: false });
    await wish(person, content);
    await trx.rollback();
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(app.deps)));
    const clients = await Promise.all(people.map((user) => app.as(user)));
    for (const client of clients) await Promise.all([wish(client, content), wish(client, other)]);
    const [left, taken] = await Promise.all([
      Promise.all(people.map(({ id }) => app.deps.knex.transaction((leaving) => leaveIn(leaving, id)))),
      Promise.all(clients.map((client) => client.delete(`/api/contents/${other.id}/wish`))),
      tellWishes(app.deps, { contentId: content.id, price: 99_000 }),
    ]);
    expect(left).toHaveLength(people.length);
    // One whose session ended first is a visitor.
    expect(taken.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([]);
    const { rowCount } = await app.deps.pool.query("select from wishes where user_id = any($1)", [
      people.map(({ id }) => id),
    ]);
    expect(rowCount).toBe(0);
  });
});
