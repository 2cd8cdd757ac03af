import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import { createContent, createSeller, createUser } from "../testing/factories.ts";
import { contentBody } from "../testing/uploads.ts";

describe("a repeated key", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

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
