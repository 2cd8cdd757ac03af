import { api, keyDays, personHeader, sendingDays } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "../features/retention/cleanUp.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createContent, createSeller, createUser } from "../../testing/factories.ts";
import { contentBody } from "../../testing/uploads.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("a repeated key", () => {
  it("gives the first answer again, to the byte", async () => {
    const seller = await createSeller(app.deps);
    const content = await createContent(app.deps, seller.id);
    const calls = [
      { client: await app.as(seller), path: "/api/contents", body: contentBody() },
      {
        client: await app.as(await createUser(app.deps)),
        path: "/api/orders",
        body: { contentId: content.id, originalPrice: 10_000, platformFee: 500, totalAmount: 10_500 },
      },
    ];
    for (const { client, path, body } of calls) {
      const send = () => client.post(path, body, { headers: { "idempotency-key": "k1" } });
      const first = await send();
      expect(first.status).toBe(201);
      const again = await send();
      expect(again.status).toBe(201);
      expect(again.bytes.toString()).toBe(first.bytes.toString());
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
      const other = await client.post(
        path,
        { ...body, price: 1_500, totalAmount: 1 },
        {
          headers: { "idempotency-key": "k1" },
        },
      );
      expect([other.status, other.body["code"]]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    }
  });
});

describe("a key", () => {
  it("is known again for longer than any device sends by itself", async () => {
    const client = await app.as(await createUser(app.deps));
    const headers = { "idempotency-key": "k3" };
    await client.post(api.inquiries.create.path, { subject: null, message: "한 번만" }, { headers });
    const known = async () => {
      await cleanUp(app.deps);
      return (await app.deps.pool.query("select 1 from idempotency_keys where key = 'k3'")).rowCount;
    };
    const dayMs = 24 * 60 * 60_000;
    expect(keyDays).toBeGreaterThan(sendingDays);
    await app.moveClock((keyDays - 1) * dayMs);
    expect(await known()).toBe(1);
    await app.moveClock(2 * dayMs);
    expect(await known()).toBe(0);
  });
});

describe("what waited on a device", () => {
  it("is taken from the person alone who said it, whoever is signed in there by now", async () => {
    const [first, second] = [await createUser(app.deps), await createUser(app.deps)];
    const say = async (signedIn: { id: string } | undefined, headers: Record<string, string>) => {
      const client = signedIn ? await app.as(signedIn) : app.visitor();
      const { status, body } = await client.post(
        api.inquiries.create.path,
        { subject: null, message: "첫째의 말" },
        { headers },
      );
      return [status, body["code"]];
    };
    const key = { "idempotency-key": "k2" };
    const refused = [401, "LOGIN_REQUIRED"];
    expect(await say(second, { ...key, [personHeader]: first.id })).toEqual(refused);
    expect(await say(undefined, { ...key, [personHeader]: first.id })).toEqual(refused);
    const ofSecond = await (await app.as(second)).get(api.inquiries.mine.path);
    expect(ofSecond.body).toMatchObject({ chatRooms: [] });
    expect(await say(first, { ...key, [personHeader]: first.id })).toEqual([201, undefined]);
  });

  it("reads nothing as somebody that another is answered, not even what everybody may read", async () => {
    const [first, second] = [await createUser(app.deps), await createUser(app.deps)];
    const { id } = await createContent(app.deps, (await createSeller(app.deps)).id);
    const address = `/api/contents/${id}`;
    const headers = { [personHeader]: first.id };
    // Ready for visitors from here on.
    for (let times = 0; times < 2; times += 1) expect((await app.visitor().get(address)).status).toBe(200);
    const read = async (client: Awaited<ReturnType<typeof app.as>>) =>
      (await client.request("GET", address, undefined, { headers })).status;
    expect(await read(app.visitor())).toBe(401);
    expect(await read(await app.as(second))).toBe(401);
    expect(await read(await app.as(first))).toBe(200);
  });
});
