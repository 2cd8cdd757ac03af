import type { Content } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestContent } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { contentBody } from "../../../testing/uploads.ts";
import { leaveIn } from "../accounts/leave.ts";

const pathOf = ({ id }: Pick<TestContent, "id">) => `/api/contents/${id}/wish`;

describe("wishes", () => {
  let app: TestApp;
  let seller: TestClient;
  let sellerId: string;
  let content: TestContent;
  let person: TestClient;
  let bystander: TestClient;

  const listOf = async (client: TestClient, query = "") =>
    (await client.get(`/api/wishes${query}`)).body as unknown as Content[];
  const wishedOf = async (client: TestClient): Promise<unknown> =>
    (await client.get(`/api/contents/${content.id}?peek=1`)).body["isWished"];

  beforeAll(async () => {
    app = await startTestApp();
    const user = await createSeller(app.deps);
    sellerId = user.id;
    seller = await app.as(user);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    content = await createContent(app.deps, sellerId, { price: 0 });
    person = await app.as(await createUser(app.deps));
    bystander = await app.as(await createUser(app.deps));
    await bystander.put(pathOf(content));
  });

  it("are added and taken back, once each however often it is asked", async () => {
    expect(await wishedOf(person)).toBe(false);
    expect((await person.delete(pathOf(content))).body).toEqual({ isWished: false });
    const added = await Promise.all(Array.from({ length: 10 }, () => person.put(pathOf(content))));
    for (const { status, body } of added) expect([status, body]).toEqual([200, { isWished: true }]);
    expect(await wishedOf(person)).toBe(true);
    expect((await listOf(person)).map(({ id, isWished }) => [id, isWished])).toEqual([[content.id, true]]);
    expect((await person.delete(pathOf(content))).body).toEqual({ isWished: false });
    expect((await person.delete(pathOf(content))).body).toEqual({ isWished: false });
    expect(await listOf(person)).toEqual([]);
    expect((await listOf(bystander)).map(({ id }) => id)).toEqual([content.id]);
  });

  it("are the caller's own in every list, and nobody's for visitors", async () => {
    await buy(app.url, person, content);
    await person.put(pathOf(content));
    const within = async (client: TestClient, path: string) =>
      ((await client.get(path)).body as unknown as Content[]).find(({ id }) => id === content.id)?.isWished;
    for (const path of ["/api/contents", "/api/contents", "/api/buyer/contents", "/api/wishes"])
      expect(await within(person, path), path).toBe(true);
    expect(await within(app.visitor(), "/api/contents")).toBe(false);
    expect(await wishedOf(app.visitor())).toBe(false);
    const stranger = await app.as(await createUser(app.deps));
    expect(await within(stranger, "/api/contents")).toBe(false);
    // One's own content can be kept in mind too, and an edit does not forget it.
    await seller.put(pathOf(content));
    expect(await within(seller, "/api/my-contents")).toBe(true);
    const edited = await seller.put(`/api/contents/${content.id}`, contentBody({ price: 0 }));
    expect(edited.body["isWished"]).toBe(true);
  });

  it("are of contents with a page; others leave the list, and can be taken back", async () => {
    for (const id of [crypto.randomUUID(), "x"]) {
      expect(failing(await person.put(`/api/contents/${id}/wish`))).toBe("404 NOT_FOUND");
      expect(failing(await person.delete(`/api/contents/${id}/wish`))).toBe("404 NOT_FOUND");
    }
    await person.put(pathOf(content));
    await seller.put(`/api/contents/${content.id}/state`, { state: "paused" });
    expect((await listOf(person)).map(({ state }) => state)).toEqual(["paused"]);
    await seller.delete(`/api/contents/${content.id}`);
    expect(await listOf(person)).toEqual([]);
    const late = await app.as(await createUser(app.deps));
    expect(failing(await late.put(pathOf(content)))).toBe("404 NOT_FOUND");
    expect((await person.delete(pathOf(content))).body).toEqual({ isWished: false });
    expect(failing(await person.delete(pathOf(content)))).toBe("404 NOT_FOUND");
  });

  it("come in pages, the latest first", async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => createContent(app.deps, sellerId)));
    for (const other of others) await person.put(pathOf(other));
    const expected = others.map(({ id }) => id).toReversed();
    const seen: string[] = [];
    let path: string | undefined = "/api/wishes?limit=3";
    while (path !== undefined) {
      const answer: Answer = await person.get(path);
      seen.push(...(answer.body as unknown as Content[]).map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    // Wishes of the same millisecond go by the content.
    expect(seen.toSorted()).toEqual(expected.toSorted());
    expect(failing(await person.get("/api/wishes?cursor=broken"))).toBe("400 VALIDATION");
    expect(failing(await person.get("/api/wishes?limit=101"))).toBe("400 VALIDATION");
  });

  it("go with their person", async () => {
    const leaving = await createUser(app.deps);
    const client = await app.as(leaving);
    await client.put(pathOf(content));
    await app.deps.knex.transaction((trx) => leaveIn(trx, leaving.id));
    const { rows } = await app.deps.pool.query<{ n: number }>(
      "select count(*)::int as n from wishes where content_id = $1",
      [content.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
