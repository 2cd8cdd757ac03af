import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { makeSale, openLink, saleState, untouched, type TestSale } from "../../../testing/refunds.ts";

describe("what counts as delivered", () => {
  let app: TestApp;
  let admin: TestClient;
  let adminUser: TestUser;
  /** A purchase that is never opened. */
  let bystander: TestSale;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1" });
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
    bystander = await makeSale(app);
  });
  afterAll(async () => {
    expect(await saleState(app, bystander)).toMatchObject({ ...untouched, deliveries: 0 });
    await app.stop();
  });

  const state = (sale: Pick<TestSale, "orderNumber">) => saleState(app, sale);
  const receipt = async ({ client, orderNumber }: Pick<TestSale, "client" | "orderNumber">) =>
    (await client.get(`/api/orders/${orderNumber}`)).body;

  it("is the buyer's first look, not the owner's, an administrator's or a mere question", async () => {
    const sale = await makeSale(app);
    const address = `/api/download/${sale.content.id}/0`;
    const owner = await app.as(sale.seller);
    expect((await owner.get(address)).status).toBe(302);
    expect((await admin.get(address)).status).toBe(302);
    const asked = await sale.client.request("HEAD", address);
    expect([asked.status, asked.headers.get("location")]).toEqual([204, null]);
    await sale.client.get(`/api/download/${sale.content.id}/7`);
    await sale.client.get(`/api/contents/${sale.content.id}`);
    await sale.client.get("/api/buyer/contents");
    expect(await receipt(sale)).toMatchObject({ refundState: "available" });
    expect((await openLink(sale)).status).toBe(302);
    expect((await openLink(sale)).status).toBe(302);
    expect(await state(sale)).toMatchObject({ deliveries: 1 });
    expect(await receipt(sale)).toMatchObject({ refundState: "delivered" });
  });

  it("is a link that its buyer was shown nowhere before", async () => {
    const sale = await makeSale(app);
    const shown = async () =>
      JSON.stringify((await sale.client.get(`/api/contents/${sale.content.id}`)).body);
    expect(await shown()).not.toContain("drive.google.com/file");
    expect((await sale.client.get("/api/buyer/contents")).bytes.toString()).not.toContain(
      "drive.google.com/file",
    );
    expect((await sale.client.get("/api/contents")).bytes.toString()).not.toContain("drive.google.com/file");
    expect((await openLink(sale)).headers.get("location")).toContain("drive.google.com/file");
  });

  it("is such a link whatever it costs today, and to an administrator who paid for it", async () => {
    const seller = await createSeller(app.deps);
    const sales = [await makeSale(app, { seller }), await makeSale(app, { seller, buyer: adminUser })];
    const [sale] = sales;
    if (!sale) throw new Error("not prepared");
    const free = await makeSale(app, { seller, price: 0 });
    const setPrice = ({ content }: TestSale, price: number) =>
      app.deps.pool.query("update contents set price = $2 where id = $1", [content.id, price]);
    await setPrice(sale, 0);
    await setPrice(free, 9_000);
    /** The content's page, twice since the session knows more the second time, a search and the library. */
    const shown = async (client: TestClient, { id, title }: TestSale["content"]) => {
      const lists = [`/api/contents/search/${encodeURIComponent(title)}`, "/api/buyer/contents"];
      const urls: string[] = [];
      for (const path of [`/api/contents/${id}`, `/api/contents/${id}`, ...lists]) {
        // The server checked the responses against the contract.
        const found = [(await client.get(path)).body].flat() as unknown as {
          id: string;
          fileUrls: string[];
        }[];
        urls.push(...found.filter((content) => content.id === id).flatMap(({ fileUrls }) => fileUrls));
      }
      expect(urls.length).toBeGreaterThan(2);
      return new Set(urls);
    };
    for (const paid of sales) {
      const { client, content } = paid;
      expect(await shown(client, content)).toEqual(new Set([`/api/download/${content.id}/0`]));
      expect(await state(paid)).toMatchObject({ deliveries: 0 });
    }
    const raw = new Set([expect.stringContaining("drive.google.com/file")]);
    expect(await shown(free.client, free.content)).toEqual(raw);
    expect(await shown(await app.as(seller), sale.content)).toEqual(raw);
    expect(await shown(admin, sale.content)).toEqual(raw);
  });
});
