import { homeListSize, homeReadings, type HomeLists } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestContent } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";

const day = 24 * 3_600_000;
const idsOf = (list: { id: string }[] | undefined) => list?.map(({ id }) => id);

describe("home", () => {
  let app: TestApp;
  let sellerId: string;

  const createFree = (title: string, owner = sellerId) => createContent(app.deps, owner, { title, price: 0 });
  const age = ({ id }: TestContent, days: number) =>
    app.deps.pool.query("update contents set upload_time = app_now() - $2 * interval '1 day' where id = $1", [
      id,
      days,
    ]);
  const createBuyer = async () => app.as(await createUser(app.deps));
  const buyAll = async (client: TestClient, contents: TestContent[]) => {
    for (const content of contents) await buy(app.url, client, content);
  };
  const homeOf = async (client: TestClient) => (await client.get("/api/home")).body as unknown as HomeLists;
  /** The ranking is taken again after a part of a second. */
  const popularOf = (client = app.visitor()) =>
    expect.poll(async () => (await homeOf(client)).popularThisWeek.map(({ title }) => title));

  beforeAll(async () => {
    app = await startTestApp();
    ({ id: sellerId } = await createSeller(app.deps));
  });
  afterAll(() => app.stop());

  it("has of the week what was bought and liked in it, and places for what is young", async () => {
    const former = await createFree("지난 인기");
    await buyAll(await createBuyer(), [former]);
    await popularOf().toEqual(["지난 인기"]);
    await app.moveClock(8 * day);
    await popularOf().toEqual([]);

    const old = await Promise.all(Array.from({ length: 11 }, (_, index) => createFree(`오래된 ${index}`)));
    const young = await Promise.all(Array.from({ length: 3 }, (_, index) => createFree(`새로운 ${index}`)));
    for (const content of old) await age(content, 30);
    const [first, second, third] = [await createBuyer(), await createBuyer(), await createBuyer()];
    await buyAll(first, [...old, ...young]);
    await buyAll(second, [...old, ...young.slice(0, 2)]);
    await buyAll(third, old.slice(0, 3));
    await first.post(`/api/contents/${old[1]?.id ?? ""}/like`);
    await second.post(`/api/contents/${old[1]?.id ?? ""}/like`);
    const titles = async () => (await homeOf(app.visitor())).popularThisWeek.map(({ title }) => title);
    await expect.poll(async () => (await titles())[0]).toBe("오래된 1");
    await expect.poll(titles).toHaveLength(homeListSize);
    expect((await titles()).filter((title) => title.startsWith("새로운")).sort()).toEqual([
      "새로운 0",
      "새로운 1",
    ]);
    // What leaves the market leaves at once, whatever the ranking says.
    await app.deps.pool.query(
      "update contents set hidden_at = app_now(), hidden_reason = '위반' where id = $1",
      [old[1]?.id],
    );
    await app.deps.microCache.forget();
    expect(await titles()).not.toContain("오래된 1");
  });

  it("has for members what is theirs, and for visitors the lists of everyone", async () => {
    const mentor = await createSeller(app.deps);
    const contents: TestContent[] = [];
    for (let index = 0; index < homeListSize + 1; index += 1)
      contents.push(await createFree(`새 글 ${index}`, mentor.id));
    // A second apart: two of one millisecond would stand in the order of their ids.
    for (const [index, content] of contents.entries()) await age(content, (contents.length - index) / 86_400);
    const member = await createUser(app.deps);
    const client = await app.as(member);
    const bystander = await createBuyer();
    await buyAll(client, contents.slice(0, homeReadings + 1));
    await app.deps.pool.query(
      `insert into reading_positions (user_id, content_id, file_index, position, read_at)
       select $1, id, 0, 0.5, app_now() from unnest($2::uuid[]) id`,
      [member.id, contents.slice(0, homeReadings + 1).map(({ id }) => id)],
    );
    expect((await homeOf(client)).newFromFollowed).toEqual([]);
    await client.put(`/api/mentors/${mentor.id}/follow`);
    await client.put(`/api/contents/${contents[0]?.id ?? ""}/wish`);
    const seen = await homeOf(client);
    expect(idsOf(seen.wishes)).toEqual([contents[0]?.id]);
    expect(Object.keys(seen).sort()).toEqual([
      "continueReading",
      "newFromFollowed",
      "newest",
      "popularThisWeek",
      "wishes",
    ]);
    expect(idsOf(seen.newFromFollowed)).toEqual(idsOf(contents.slice(1).reverse()));
    expect(seen.newFromFollowed?.filter(({ hasPurchased }) => hasPurchased)).toHaveLength(homeReadings);
    expect(seen.continueReading).toHaveLength(homeReadings);
    expect(seen.continueReading?.[0]).toMatchObject({ index: 0, position: 0.5, page: null });
    expect(seen.newest).toHaveLength(homeListSize);
    expect(await homeOf(bystander)).toMatchObject({ newFromFollowed: [], continueReading: [], wishes: [] });

    const answer = await app.visitor().get("/api/home");
    expect(Object.keys(answer.body).sort()).toEqual(["newest", "popularThisWeek"]);
    expect((answer.body as unknown as HomeLists).newest.every(({ hasPurchased }) => !hasPurchased)).toBe(
      true,
    );
    await app.deps.pool.query("update users set is_banned = 1, ban_reason = '광고' where id = $1", [
      member.id,
    ]);
    expect(Object.keys(await homeOf(client)).sort()).toEqual(["newest", "popularThisWeek"]);
  });
});
