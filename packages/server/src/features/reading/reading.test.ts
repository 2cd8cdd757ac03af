import { maxReadings, type ReadingEntry } from "@knowhow/shared";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inServer } from "../../places.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestContent } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { askBack } from "../../../testing/refunds.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const demo = (name: string) => readFile(inServer(`demo/files/${name}`));
const codeOf = ({ status, body }: Answer) => [status, body["code"]];

describe("reading", () => {
  let app: TestApp;
  let seller: TestClient;
  let buyer: TestClient;
  let bystander: TestClient;
  let content: TestContent;
  let other: TestContent;

  const createContent = async (title: string): Promise<TestContent> => {
    const files = [
      await upload(seller, await demo("stock-first-account.pdf"), { kind: "file", fileName: "교재.pdf" }),
      await upload(seller, await demo("stock-first-account.check.docx"), {
        kind: "extra",
        fileName: "점검표.docx",
      }),
    ];
    const made = await seller.post("/api/contents", contentBody({ title, fileUrls: files }));
    return made.body as unknown as TestContent;
  };

  beforeAll(async () => {
    app = await startTestApp();
    seller = await app.as(await createSeller(app.deps));
    content = await createContent("주식 첫걸음");
    other = await createContent("주식 둘째 걸음");
    bystander = await app.as(await createUser(app.deps));
    await buy(app.url, bystander, content);
  });
  beforeEach(async () => {
    buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, content);
  });
  afterAll(async () => {
    // Nothing that others read is theirs.
    expect((await bystander.get("/api/reading")).body["readings"]).toEqual([]);
    expect(await stateFor(bystander)).toBe("available");
    await app.stop();
  });

  const placeOf = (client: TestClient, index = 0, { id } = content) =>
    client.get(`/api/reading/${id}/${index}`);
  const keep = (client: TestClient, place: object, index = 0, { id } = content) =>
    client.put(`/api/reading/${id}/${index}`, place);
  const readingsOf = async (client: TestClient) =>
    (await client.get("/api/reading")).body["readings"] as unknown as ReadingEntry[];
  const stateFor = async (client: TestClient, { id } = content): Promise<unknown> => {
    const { purchase } = (await client.get(`/api/contents/${id}?peek=1`)).body as {
      purchase?: { refundState: string };
    };
    return purchase?.refundState;
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  it("begins at the beginning, and goes on where the newest place is, in whatever order they come", async () => {
    expect((await placeOf(buyer)).body).toEqual({ position: 0, page: null, at: null });
    const newer = { position: 0.5, page: 3, at: minutesAgo(1) };
    expect((await keep(buyer, newer)).body).toEqual(newer);
    const older = { position: 0.1, page: 1, at: minutesAgo(2) };
    expect((await keep(buyer, older)).body).toEqual(newer);
    expect((await placeOf(buyer)).body).toEqual(newer);
    // The other file has a place of its own, and may have no pages.
    const text = { position: 1, page: null, at: minutesAgo(3) };
    expect((await keep(buyer, text, 1)).body).toEqual(text);
    expect((await placeOf(buyer)).body).toEqual(newer);
  });

  it("keeps the newest of many that come at once", async () => {
    const places = Array.from({ length: 20 }, (_, index) => ({
      position: index / 20,
      page: index + 1,
      at: minutesAgo(40 - index),
    }));
    await Promise.all(places.toReversed().map((place) => keep(buyer, place)));
    expect((await placeOf(buyer)).body).toEqual(places.at(-1));
  });

  it("takes the word of a clock that is a little ahead: the newer wins there too", async () => {
    const ahead = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const newer = { position: 0.8, page: 4, at: ahead(90) };
    await keep(buyer, newer);
    await keep(buyer, { position: 0.1, page: 1, at: ahead(30) });
    expect((await placeOf(buyer)).body).toEqual(newer);
  });

  it("counts a time far ahead as now, so that a wrong clock does not win for good", async () => {
    await keep(buyer, { position: 0.2, page: 1, at: "2126-01-01T00:00:00.000Z" });
    const { at } = (await placeOf(buyer)).body;
    expect(Date.parse(String(at))).toBeLessThan(Date.now() + 60_000);
    const later = { position: 0.9, page: 4, at: new Date(Date.now() + 1_000).toISOString() };
    await expect.poll(async () => (await keep(buyer, later)).body["page"]).toBe(4);
  });

  it.each([
    { position: -0.1, page: 1, at: minutesAgo(1) },
    { position: 1.1, page: 1, at: minutesAgo(1) },
    { position: "0.5", page: 1, at: minutesAgo(1) },
    { position: 0.5, page: 0, at: minutesAgo(1) },
    { position: 0.5, page: 1.5, at: minutesAgo(1) },
    { position: 0.5, page: 1, at: "어제" },
    { position: 0.5, page: 1, at: "2026-13-45T00:00:00Z" },
    { position: 0.5, page: 1 },
  ])("refuses %j", async (place) => {
    expect(codeOf(await keep(buyer, place))).toEqual([400, "VALIDATION"]);
    expect((await placeOf(buyer)).body["at"]).toBeNull();
  });

  it("is for the content's buyers, its seller and administrators, of files that there are", async () => {
    const stranger = await app.as(await createUser(app.deps));
    const place = { position: 0.5, page: 2, at: minutesAgo(1) };
    for (const answer of [
      await placeOf(stranger),
      await keep(stranger, place),
      await stranger.get(`/api/reading/${content.id}/1/text`),
      await placeOf(buyer, 0, other),
      await keep(buyer, place, 0, other),
    ])
      expect(codeOf(answer)).toEqual([403, "PURCHASE_REQUIRED"]);
    for (const index of ["2", "-1", "x", "0.5"])
      expect(codeOf(await buyer.get(`/api/reading/${content.id}/${index}`))).toEqual([404, "NOT_FOUND"]);
    expect((await keep(seller, place)).status).toBe(200);
    expect(await readingsOf(stranger)).toEqual([]);
  });

  it("lists what was read last, the newest first, until it can not be downloaded any more", async () => {
    const { orderNumber } = await buy(app.url, buyer, other);
    await keep(buyer, { position: 0.1, page: 1, at: minutesAgo(3) });
    await keep(buyer, { position: 0.2, page: null, at: minutesAgo(2) }, 1, other);
    const shown = { category: contentBody().category, previewImageUrl: null };
    expect(await readingsOf(buyer)).toEqual([
      {
        contentId: other.id,
        index: 1,
        title: "주식 둘째 걸음",
        ...shown,
        fileName: "점검표.docx",
        position: 0.2,
        page: null,
        at: expect.any(String) as string,
      },
      {
        contentId: content.id,
        index: 0,
        title: "주식 첫걸음",
        ...shown,
        fileName: "교재.pdf",
        position: 0.1,
        page: 1,
        at: expect.any(String) as string,
      },
    ]);
    expect((await readingsOf(buyer)).length).toBeLessThanOrEqual(maxReadings);
    const bought = (await buyer.get("/api/buyer/contents")).body as unknown as Record<string, unknown>[];
    const [last] = await readingsOf(buyer);
    expect(bought.find(({ id }) => id === other.id)?.["lastReadAt"]).toBe(last?.at);
    await askBack({ client: buyer, orderNumber });
    await expect
      .poll(async () => (await readingsOf(buyer)).map(({ contentId }) => contentId))
      .toEqual([content.id]);
    expect(codeOf(await placeOf(buyer, 1, other))).toEqual([403, "PURCHASE_REQUIRED"]);
  });

  it("gives a file in place and by ranges, however many, and counts it as delivered", async () => {
    const path = `/api/download/${content.id}/0`;
    expect(await stateFor(buyer)).toBe("available");
    const head = await buyer.request("HEAD", `${path}?read=1`);
    expect(head.status).toBe(200);
    expect(await stateFor(buyer)).toBe("available");
    const parts = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        buyer.request("GET", `${path}?read=1`, undefined, {
          headers: { range: `bytes=${index * 10}-${index * 10 + 9}` },
        }),
      ),
    );
    for (const { status, headers } of parts) {
      expect(status).toBe(206);
      expect(headers.get("content-disposition")).toMatch(/^inline;/);
    }
    expect(await stateFor(buyer)).toBe("delivered");
    const { rows } = await app.deps.pool.query<{ kind: string; file_name: string }>(
      `select d.kind, d.file_name from deliveries d join orders o on o.id = d.order_id
       where o.content_id = $1 and d.kind = 'read'`,
      [content.id],
    );
    expect(rows).toEqual([{ kind: "read", file_name: "교재.pdf" }]);
    expect((await buyer.get(path)).headers.get("content-disposition")).toMatch(/^attachment;/);
  });

  it("gives the text of a document, which counts as delivered too", async () => {
    const answer = await buyer.get(`/api/reading/${content.id}/1/text`);
    expect(answer.status).toBe(200);
    expect(answer.body["unit"]).toBe("whole");
    expect(JSON.stringify(answer.body["pages"])).toMatch(/체크리스트|점검/);
    expect(await stateFor(buyer)).toBe("delivered");
  });
});
