import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inServer } from "../../places.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestContent, type TestUser } from "../../../testing/factories.ts";
import { meanwhile } from "../../../testing/meanwhile.ts";
import { listenTo } from "../../../testing/news.ts";
import { buy } from "../../../testing/payments.ts";
import { askBack, makeSale, openLink, saleState } from "../../../testing/refunds.ts";
import { imageBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

describe("what a buyer was given", () => {
  let app: TestApp;
  let seller: TestClient;
  let admin: TestClient;
  let adminUser: TestUser;
  let buyer: TestClient;
  let bystander: TestClient;
  let content: TestContent;

  beforeAll(async () => {
    app = await startTestApp();
    const person = await createSeller(app.deps);
    seller = await app.as(person);
    adminUser = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(adminUser);
    const demo = (name: string) => readFile(inServer(`demo/files/${name}`));
    const files = [
      await upload(seller, await demo("stock-first-account.pdf"), { kind: "file", fileName: "교재.pdf" }),
      await upload(seller, await demo("stock-first-account.check.docx"), {
        kind: "extra",
        fileName: "점검표.docx",
      }),
    ];
    const preview = await upload(seller, await imageBytes("png"), { kind: "preview", fileName: "표지.png" });
    const form = contentBody({ fileUrls: files, previewImageUrls: [preview] });
    content = (await seller.post("/api/contents", form)).body as unknown as TestContent;
    bystander = await app.as(await createUser(app.deps));
    await buy(app.url, bystander, content);
  });
  beforeEach(async () => {
    buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, content);
  });
  afterAll(async () => {
    expect(await stateOf(bystander)).toBe("available");
    await app.stop();
  });

  const stateOf = async (client: TestClient): Promise<unknown> => {
    const { purchase } = (await client.get(`/api/contents/${content.id}`)).body as {
      purchase?: { refundState: string };
    };
    return purchase?.refundState;
  };
  const given = async (): Promise<string[]> => {
    const { orderNumber } = (
      (await buyer.get("/api/buyer/contents")).body as unknown as { orderNumber: string }[]
    )[0] ?? { orderNumber: "" };
    const { rows } = await app.deps.pool.query<{ what: string }>(
      `select concat_ws(' ', kind, file_name) as what from deliveries d join orders o on o.id = d.order_id
       where o.order_number = $1 order by delivered_at, kind, file_name`,
      [orderNumber],
    );
    return rows.map(({ what }) => what);
  };
  const download = (index: number, headers: Record<string, string> = {}, client = buyer) =>
    client.get(`/api/download/${content.id}/${index}`, { headers });

  const ask = (client: TestClient, { id }: Pick<TestContent, "id">) =>
    client.request("HEAD", `/api/download/${id}/0`);

  it("is each file, the first time, whole or in part", async () => {
    expect((await download(1, { range: "bytes=0-9" })).status).toBe(206);
    expect((await download(1)).status).toBe(200);
    expect((await download(0)).status).toBe(200);
    expect((await download(0, { range: "bytes=5-" })).status).toBe(206);
    expect(await given()).toEqual(["download 점검표.docx", "download 교재.pdf"]);
    expect(await stateOf(buyer)).toBe("delivered");
  });

  it("is written once: a part of what was given waits for no decision, and is refused after it", async () => {
    const part = (index: number) => download(index, { range: "bytes=0-9" });
    expect((await part(0)).status).toBe(206);
    const { orderNumber } = (
      (await buyer.get("/api/buyer/contents")).body as unknown as { orderNumber: string }[]
    )[0] ?? { orderNumber: "" };
    const move = "update orders set status = ?, next_check_at = ? where order_number = ?";
    const later = new Date(Date.now() + 60_000);
    const other = await meanwhile(
      app.deps,
      async (trx) => {
        for (const status of ["refund_requested", "refunding"])
          await trx.raw(move, [status, later, orderNumber]);
        expect((await part(0)).status).toBe(206);
      },
      // Another file is another delivery.
      () => part(1),
    );
    expect([other.status, (await part(0)).status]).toEqual([403, 403]);
    expect(await given()).toEqual(["download 교재.pdf"]);
    await app.deps.knex.raw(move, ["paid", null, orderNumber]);
    expect((await part(0)).status).toBe(206);
  });

  it("is news to the other devices of its buyer, once and to nobody else", async () => {
    const [sale, other] = [await makeSale(app), await makeSale(app)];
    const [device, stranger] = await Promise.all(
      [sale, other].map(({ client }) => listenTo(app.url, client)),
    );
    for (let time = 0; time < 2; time += 1) expect((await openLink(sale)).status).toBe(302);
    const opened = () => device?.told.filter(({ name }) => name === "order").map(({ data }) => data);
    await expect.poll(opened).toEqual([{ orderNumber: sale.orderNumber, status: "paid" }]);
    expect((await openLink(other)).status).toBe(302);
    await expect.poll(() => stranger?.told.length).toBe(1);
    expect(stranger?.told.map(({ data }) => data)).toEqual([
      { orderNumber: other.orderNumber, status: "paid" },
    ]);
    expect(opened()).toHaveLength(1);
    device?.leave();
    stranger?.leave();
  });

  it("is handed out though its news can not be told, as another's is that can", async () => {
    const [sale, other] = [await makeSale(app), await makeSale(app)];
    await app.deps.pool.query(
      `create function lose_news() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
       create trigger lose_news before insert or update on event_cursors for each row
         when (new.user_id = '${sale.buyer.id}') execute function lose_news()`,
    );
    try {
      for (const one of [sale, other]) {
        expect((await openLink(one)).status).toBe(302);
        expect(await saleState(app, one)).toMatchObject({ deliveries: 1 });
      }
    } finally {
      await app.deps.pool.query("drop trigger lose_news on event_cursors; drop function lose_news()");
    }
  });

  it("is no question about a file, no preview, no page, no range that there is not", async () => {
    await buyer.request("HEAD", `/api/download/${content.id}/0`);
    expect((await download(0, { range: "bytes=999999999-" })).status).toBe(416);
    expect((await download(3)).status).toBe(404);
    for (const width of ["320", "1280"])
      expect((await buyer.get(`/api/proxy-image/${content.id}/0?w=${width}`)).status).toBe(200);
    await buyer.get("/api/orders");
    expect(await given()).toEqual([]);
    expect(await stateOf(buyer)).toBe("available");
  });

  it("is a file that the device has from an earlier purchase, once it is opened, not once it is asked about", async () => {
    const known = { "if-none-match": (await download(0, {}, seller)).headers.get("etag") ?? "" };
    const path = `/api/download/${content.id}/0`;
    expect((await buyer.request("HEAD", path, undefined, { headers: known })).status).toBe(304);
    expect(await given()).toEqual([]);
    expect((await download(0, known)).status).toBe(304);
    expect(await given()).toEqual(["download 교재.pdf"]);
    expect(await stateOf(buyer)).toBe("delivered");
  });

  it("is a link that is followed, not one that is asked about; nor anybody else's", async () => {
    const [sale, other] = [await makeSale(app), await makeSale(app)];
    for (let time = 0; time < 2; time += 1) {
      const asked = await ask(sale.client, sale.content);
      expect([asked.status, asked.headers.get("location")]).toEqual([204, null]);
      expect(JSON.stringify([...asked.headers])).not.toContain("drive.google.com");
    }
    expect(await saleState(app, sale)).toMatchObject({ deliveries: 0 });
    expect((await openLink(sale)).status).toBe(302);
    expect(await saleState(app, sale)).toMatchObject({ deliveries: 1 });
    expect(await saleState(app, other)).toMatchObject({ deliveries: 0 });
    const stranger = await app.as(await createUser(app.deps));
    expect((await ask(stranger, sale.content)).status).toBe(403);
    expect((await sale.client.request("HEAD", `/api/download/${sale.content.id}/7`)).status).toBe(404);
  });

  it("is nothing that the owner, an administrator or a stranger looked at", async () => {
    expect((await download(0, {}, seller)).status).toBe(200);
    expect((await download(0, {}, admin)).status).toBe(200);
    expect((await download(0, {}, await app.as(await createUser(app.deps)))).status).toBe(403);
    expect((await admin.post(`/api/contents/${content.id}/ai-summary`)).status).toBe(200);
    expect(await given()).toEqual([]);
  });

  it("is also what an administrator bought, who then gets nothing back by rule", async () => {
    const [sale, other] = [await makeSale(app, { buyer: adminUser }), await makeSale(app)];
    expect((await openLink(sale)).status).toBe(302);
    expect((await openLink({ client: admin, content: other.content })).status).toBe(302);
    expect(await saleState(app, sale)).toMatchObject({ deliveries: 1 });
    expect(await saleState(app, other)).toMatchObject({ deliveries: 0 });
    expect((await askBack(sale)).status).toBe(201);
    expect(await saleState(app, sale)).toMatchObject({ status: "refund_requested" });
  });

  it("is nothing where the bytes are gone", async () => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "update objects set attached_at = null where owner_id = (select seller_id from contents where id = $1) and attached_at is not null returning id",
      [content.id],
    );
    expect((await download(0)).status).toBe(404);
    await app.deps.pool.query("update objects set attached_at = app_now() where id = any($1)", [
      rows.map(({ id }) => id),
    ]);
    expect(await given()).toEqual([]);
    expect((await download(0)).status).toBe(200);
  });

  it("is the summary, made now or kept from before", async () => {
    const summary = await buyer.post(`/api/contents/${content.id}/ai-summary`);
    expect(summary.status).toBe(200);
    expect(await given()).toEqual(["summary"]);
    expect((await buyer.post(`/api/contents/${content.id}/ai-summary`)).status).toBe(200);
    expect(await given()).toEqual(["summary"]);
    expect(await stateOf(buyer)).toBe("delivered");
  });

  it("is nothing any more once the money is on its way back", async () => {
    const { orderNumber } = (
      (await buyer.get("/api/buyer/contents")).body as unknown as { orderNumber: string }[]
    )[0] ?? { orderNumber: "" };
    const move = (status: string) =>
      app.deps.pool.query(
        "update orders set status = $2, next_check_at = app_now() + interval '1 day' where order_number = $1",
        [orderNumber, status],
      );
    for (const status of ["refund_requested", "refunding"]) await move(status);
    const summary = await buyer.post(`/api/contents/${content.id}/ai-summary`);
    for (const answer of [await download(0), await download(1, { range: "bytes=0-0" }), summary]) {
      expect([answer.status, answer.body["code"]]).toEqual([403, "PURCHASE_REQUIRED"]);
      expect(answer.body["message"]).toContain("환불");
    }
    expect((await ask(buyer, content)).status).toBe(403);
    expect((await ask(bystander, content)).status).toBe(200);
    await move("paid");
    expect((await ask(buyer, content)).status).toBe(200);
    expect(await given()).toEqual([]);
    await app.deps.pool.query("update orders set next_check_at = null where order_number = $1", [
      orderNumber,
    ]);
  });
});
