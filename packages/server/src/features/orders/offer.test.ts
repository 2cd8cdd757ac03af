import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { authorise, confirm, createOrder, orderBody } from "../../../testing/payments.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const price = 10_000;
const consent = "2026-11-23";
const text = (characters: number, words = "가나다라마바사아자차") =>
  Buffer.from(words.repeat(characters / words.length));

describe("an order of the offer that its buyer saw", () => {
  let app: TestApp;
  let seller: TestClient;
  let buyer: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await app.as(await createSeller(app.deps));
  });
  beforeEach(async () => {
    buyer = await app.as(await createUser(app.deps));
  });
  afterAll(() => app.stop());

  const formOf = async (bytes: Buffer, changes: Record<string, unknown> = {}) => ({
    ...contentBody({ price, fileNames: ["글.txt"], ...changes }),
    fileUrls: [await upload(seller, bytes, { kind: "file", fileName: "글.txt" })],
  });
  const publish = async () => {
    const form = await formOf(text(3_000));
    const made = await seller.post("/api/contents", form);
    expect(made.status).toBe(201);
    const id = String(made.body["id"]);
    const at = `/api/contents/${id}`;
    return {
      id,
      edit: async (changes: Record<string, unknown>) => {
        expect((await seller.put(at, { ...form, ...changes })).status).toBe(200);
      },
      replace: async () => expect((await seller.put(at, await formOf(text(6_000)))).status).toBe(200),
      choose: async (characters: number) => {
        const parts = [{ fileIndex: 0, characters }];
        expect((await seller.put(`${at}/trial`, { parts })).status).toBe(200);
      },
      /** As the checkout reads it. */
      read: async (client = buyer) => {
        const [content, trial] = [await client.get(`${at}?peek=1`), await client.get(`${at}/trial`)];
        return { updatedAt: String(content.body["updatedAt"]), trial: String(trial.body["version"]) };
      },
    };
  };
  type Sale = Awaited<ReturnType<typeof publish>>;
  const order = ({ id }: Sale, offer?: object | null, client = buyer) =>
    client.post("/api/orders", {
      ...orderBody({ id, price }),
      consent,
      ...(offer === undefined ? {} : { offer }),
    });
  const keptOf = async ({ id }: Sale) =>
    (
      await app.deps.pool.query<{ files: { characters: number; total: number }[] }>(
        "select trial -> 'files' as files from orders where content_id = $1 order by created_at, id",
        [id],
      )
    ).rows.map(({ files }) => files.map(({ characters, total }) => [characters, total]));

  it.each<[string, (sale: Sale) => Promise<unknown>]>([
    ["another file, which was not read yet", (sale) => sale.replace()],
    ["another length of the same file", (sale) => sale.choose(2_000)],
    ["another description", (sale) => sale.edit({ description: "다른 설명" })],
  ])("is refused after %s, and that of a bystander is not", async (_, change) => {
    const [sale, bystander] = [await publish(), await publish()];
    const [seen, other] = [await sale.read(), await bystander.read()];
    await change(sale);
    const refused = await order(sale, seen);
    expect(failing(refused)).toBe("409 EDIT_CONFLICT");
    expect(refused.body["message"]).toContain("다시 확인하고 동의한 뒤 결제해주세요");
    expect(await keptOf(sale)).toEqual([]);
    expect((await order(bystander, other)).status).toBe(201);
    expect(await keptOf(bystander)).toEqual([[[1_000, 3_000]]]);
    // Read again, it is the present one.
    const now = await sale.read();
    expect(now).not.toEqual(seen);
    expect((await order(sale, now)).status).toBe(201);
    expect(await keptOf(sale)).toHaveLength(1);
  });

  it("is made where only what others do has changed", async () => {
    const sale = await publish();
    const seen = await sale.read();
    const other = await app.as(await createUser(app.deps));
    // A view, a wish, words that are searched, and a choice that is taken back.
    await other.get(`/api/contents/${sale.id}`);
    expect((await other.put(`/api/contents/${sale.id}/wish`, {})).status).toBe(200);
    await other.get(`/api/contents/${sale.id}/trial?q=${encodeURIComponent("가나")}`);
    await sale.choose(2_000);
    await sale.choose(1_000);
    expect(await sale.read()).toEqual(seen);
    expect((await order(sale, seen)).status).toBe(201);
  });

  it("is made without the trial that could not be read, and without any offer as before", async () => {
    const sale = await publish();
    const { updatedAt } = await sale.read();
    await sale.choose(2_000);
    expect((await order(sale, { updatedAt })).status).toBe(201);
    await sale.replace();
    expect(failing(await order(sale, { updatedAt }))).toBe("409 EDIT_CONFLICT");
    for (const none of [undefined, null]) expect((await order(sale, none)).status).toBe(201);
    expect(await keptOf(sale)).toEqual([[[2_000, 3_000]], [], []]);
  });

  it("knows a content without anything to read", async () => {
    const made = await seller.post("/api/contents", contentBody({ price }));
    const sale = { ...(await publish()), id: String(made.body["id"]) };
    const { updatedAt } = made.body;
    expect(failing(await order(sale, { updatedAt, trial: "0123456789abcdef" }))).toBe("409 EDIT_CONFLICT");
    expect((await order(sale, { updatedAt, trial: "" })).status).toBe(201);
  });

  it("tells another price, and a purchase, before another offer", async () => {
    const sale = await publish();
    const seen = await sale.read();
    await sale.edit({ price: 20_000 });
    expect(failing(await order(sale, seen))).toBe("400 AMOUNT_MISMATCH");
    const bought = await publish();
    const before = await bought.read();
    const made = await createOrder(buyer, { id: bought.id, price });
    expect((await confirm(buyer, await authorise(app.url, made))).status).toBe(200);
    await bought.choose(2_000);
    expect(failing(await order(bought, before))).toBe("409 ALREADY_PURCHASED");
  });

  it.each([
    {},
    { updatedAt: "" },
    { updatedAt: "x".repeat(41) },
    { updatedAt: "x", trial: "x".repeat(121) },
    "x",
    [],
  ])("is no offer: %j", async (offer) => {
    expect(failing(await order(await publish(), offer as object))).toBe("400 VALIDATION");
  });

  it("is the one before or the one after where both buy while it changes", async () => {
    const sale = await publish();
    const other = await app.as(await createUser(app.deps));
    const seen = await sale.read();
    const [first, second] = await Promise.all([
      order(sale, seen),
      order(sale, seen, other),
      sale.choose(2_000),
    ]);
    const made = [first, second].filter(({ status }) => status === 201);
    for (const answer of [first, second])
      expect(["201 undefined", "409 EDIT_CONFLICT"]).toContain(failing(answer));
    // Every order keeps what its buyer consented to.
    expect(await keptOf(sale)).toEqual(made.map(() => [[1_000, 3_000]]));
    const now = await sale.read();
    const both = await Promise.all([order(sale, seen), order(sale, now, other)]);
    expect(both.map(failing)).toEqual(["409 EDIT_CONFLICT", "201 undefined"]);
  });
});
