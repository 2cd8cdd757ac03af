import type { Settlement } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer } from "../../../testing/client.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";

const listOf = ({ body }: Answer) => body as unknown as Settlement[];

describe("what a seller is owed", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("is listed newest first, with the account masked and the day of the payout", async () => {
    const seller = await createSeller(app.deps);
    const [client, buyer] = [await app.as(seller), await app.as(await createUser(app.deps))];
    for (const price of [10_000, 0, 3_000, 2_000])
      await buy(app.url, buyer, await createContent(app.deps, seller.id, { price }));
    const path = "/api/seller/settlements";
    const all = listOf(await client.get(path));
    expect(all.map(({ amount }) => amount)).toEqual([1_900, 2_850, 9_500]);
    expect(all[0]).toMatchObject({
      status: "pending",
      heldReason: null,
      settledAt: null,
      bankName: "KB국민은행",
      accountNumber: "*******8900",
    });
    const days = (Date.parse(all[0]?.payableAt ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);

    const walked: Settlement[] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next !== undefined) {
      const answer: Answer = await client.get(next);
      walked.push(...listOf(answer));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(walked).toEqual(all);
    expect(listOf(await buyer.get(path))).toEqual([]);
    for (const query of ["limit=0", "cursor=x"])
      expect(failing(await client.get(`${path}?${query}`))).toBe("400 VALIDATION");
  });
});
