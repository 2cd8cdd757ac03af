import type { Rating, RatingPage } from "@knowhow/shared";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leave } from "../accounts/leave.ts";
import { removeOrphaned } from "../files/orphaned.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import {
  createContent,
  createSeller,
  createUser,
  type TestContent,
  type TestUser,
} from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { makeSale, openLink } from "../../../testing/refunds.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const day = 24 * 60 * 60 * 1_000;
const ratingOf = ({ body }: Answer) => body["rating"] as unknown as Rating;

describe("pictures in ratings", () => {
  let app: TestApp;
  let seller: TestUser;
  let admin: TestClient;
  let content: TestContent;
  let author: TestUser;
  let client: TestClient;
  let bytes: Buffer;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#1f5c4d" } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 30/1 0/1" } })
      .toBuffer();
  });
  beforeEach(async () => {
    content = await createContent(app.deps, seller.id, { price: 0 });
    ({ user: author, client } = await createReader());
  });
  afterAll(() => app.stop());

  const createReader = async (user?: TestUser) => {
    const reader = user ?? (await createUser(app.deps));
    const one = await app.as(reader);
    await buy(app.url, one, content);
    await openLink({ client: one, content });
    return { user: reader, client: one };
  };
  const send = (by: TestClient, kind: "rating" | "preview" = "rating", file = bytes) =>
    upload(by, file, { kind, fileName: "사진.jpg", type: "image/jpeg" });
  const path = () => `/api/contents/${content.id}/ratings`;
  const give = (by: TestClient, pictures: unknown, id?: string) =>
    id === undefined
      ? by.post(path(), { score: 5, pictures })
      : by.put(`/api/ratings/${id}`, { score: 5, pictures });
  const listed = async (by = app.visitor()) =>
    ((await by.get(path())).body as unknown as RatingPage).ratings.flatMap(({ pictures }) => pictures);
  const leftOf = async (paths: readonly string[]) => {
    const { rows } = await app.deps.pool.query<{ path: string }>(
      "select '/objects/uploads/' || id as path from objects where '/objects/uploads/' || id = any($1)",
      [paths],
    );
    return rows.map((row) => row.path);
  };

  it("are shown to all who read it, small and without their place, and changed by their author", async () => {
    const [first, second] = [await send(client), await send(client)];
    const given = ratingOf(
      await give(client, [{ objectPath: first, alt: " 첫 쪽 " }, { objectPath: second }]),
    );
    expect(given.pictures.map(({ alt, objectPath }) => [alt, objectPath])).toEqual([
      ["첫 쪽", first],
      [null, second],
    ]);
    const shown = await listed();
    expect(shown.map(({ alt, objectPath }) => [alt, objectPath])).toEqual([
      ["첫 쪽", null],
      [null, null],
    ]);
    const small = await app.visitor().get(`${shown[0]?.url}&w=320`);
    expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const { width, exif } = await sharp(small.bytes).metadata();
    expect([width, exif]).toEqual([320, undefined]);
    for (const index of ["2", "-1", "00", "0x0", "%2e"])
      expect((await app.visitor().get(`/api/rating-pictures/${given.id}/${index}`)).status, index).toBe(404);
    // The upload itself is its owner's alone.
    expect(failing(await admin.get(first))).toBe("404 NOT_FOUND");

    // A page of the release before says nothing of pictures.
    expect(ratingOf(await client.put(`/api/ratings/${given.id}`, { score: 4 })).pictures).toHaveLength(2);
    const third = await send(client);
    const swapped = ratingOf(
      await give(client, [{ objectPath: second }, { objectPath: third, alt: "끝" }], given.id),
    );
    expect(swapped.pictures.map(({ objectPath }) => objectPath)).toEqual([second, third]);
    expect(swapped.pictures[0]?.url).not.toBe(given.pictures[0]?.url);
    expect(ratingOf(await give(client, [], given.id)).pictures).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it("are their author's own, at most three, and can be shown", async () => {
    const other = await createReader();
    const othersPicture = await send(other.client);
    const ownPicture = await send(client);
    const sold = await send(client, "preview");
    const refused = async (pictures: unknown) => failing(await give(client, pictures));
    expect(await refused([{ objectPath: othersPicture }])).toBe("404 NOT_FOUND");
    // Also once it is in use at theirs.
    await give(other.client, [{ objectPath: othersPicture }]);
    expect(await refused([{ objectPath: othersPicture }])).toBe("404 NOT_FOUND");
    expect(await refused([{ objectPath: sold }])).toBe("404 NOT_FOUND");
    expect(await refused([{ objectPath: "https://example.com/a.png" }])).toBe("404 NOT_FOUND");
    expect(await refused([{ objectPath: ownPicture }, { objectPath: ownPicture }])).toBe("400 VALIDATION");
    expect(await refused(Array.from({ length: 4 }, () => ({ objectPath: ownPicture })))).toBe(
      "400 VALIDATION",
    );
    expect(await refused([{ objectPath: ownPicture, alt: "가".repeat(201) }])).toBe("400 VALIDATION");
    const text = await send(client, "rating", Buffer.from("no picture"));
    const answer = await give(client, [{ objectPath: ownPicture }, { objectPath: text }]);
    expect(failing(answer)).toBe("415 UNSUPPORTED_TYPE");
    expect(JSON.stringify(answer.body)).toContain("pictures[1]");
    // Nothing of what was refused stands.
    expect(((await client.get(path())).body as unknown as RatingPage).own).toBeNull();
    const { id } = ratingOf(await give(client, [{ objectPath: ownPicture }]));
    expect(failing(await give(other.client, [], id))).toBe("403 NOT_OWNER");
    expect(await listed(other.client)).toHaveLength(2);
  });

  it("are nothing else: what was sold is kept, and they are not", async () => {
    const trader = await createSeller(app.deps);
    const reader = await createReader(trader);
    const [used, unused] = [await send(reader.client), await send(reader.client)];
    await give(reader.client, [{ objectPath: used }]);
    const book = await send(reader.client, "rating", pdfBytes());
    const own = await upload(reader.client, pdfBytes(), { kind: "file", fileName: "교재.pdf" });
    const sell = (form: object) => reader.client.post("/api/contents", contentBody({ price: 0, ...form }));
    const refused = [
      await sell({ previewImageUrls: [used] }),
      await sell({ previewImageUrls: [unused] }),
      await sell({ fileUrls: [book], fileNames: ["교재.pdf"] }),
      await sell({ fileUrls: [own, book], fileNames: ["교재.pdf", "부록.pdf"] }),
      await reader.client.put("/api/profile", {
        ...{ nickname: trader.nickname, name: "홍길동", email: trader.email },
        ...{ phoneNumber: "01012345678", profileImageUrl: unused },
      }),
    ];
    expect(refused.map(failing)).toEqual(Array.from(refused, () => "404 NOT_FOUND"));
  });

  it("answer no one who does not read the rating", async () => {
    const { id } = ratingOf(await give(client, [{ objectPath: await send(client) }]));
    const address = `/api/rating-pictures/${id}/0`;
    const stranger = await app.as(await createUser(app.deps));
    const statuses = async (...people: TestClient[]) => {
      const answers = [];
      for (const one of people) answers.push((await one.get(address)).status);
      return answers;
    };
    await admin.put(`/api/admin/ratings/${id}/state`, { state: "hidden", reason: "얼굴이 보입니다" });
    expect(await statuses(app.visitor(), stranger, client, admin)).toEqual([404, 404, 200, 200]);
    await admin.put(`/api/admin/ratings/${id}/state`, { state: "listed", reason: "가렸습니다" });
    expect(await statuses(app.visitor())).toEqual([200]);
    await (await app.as(seller)).delete(`/api/contents/${content.id}`);
    expect(await statuses(app.visitor(), stranger, client)).toEqual([404, 404, 200]);
    await client.delete(`/api/ratings/${id}`);
    expect(await statuses(client, admin)).toEqual([404, 404]);
  });

  it("are asked for again each time, so that none is shown once it is taken down", async () => {
    const given = ratingOf(await give(client, [{ objectPath: await send(client) }]));
    const address = given.pictures[0]?.url ?? "";
    const first = await app.visitor().get(address);
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    const again = () =>
      app.visitor().request("GET", address, undefined, {
        headers: { "if-none-match": first.headers.get("etag") ?? "" },
      });
    expect((await again()).status).toBe(304);
    await admin.put(`/api/admin/ratings/${given.id}/state`, { state: "hidden", reason: "얼굴이 보입니다" });
    expect((await again()).status).toBe(404);
  });

  it("are whole, whichever of two changes at once comes last", async () => {
    const { id } = ratingOf(await give(client, []));
    const pairs = [
      [await send(client), await send(client)],
      [await send(client), await send(client)],
    ];
    const answers = await Promise.all(
      pairs.map((pair) =>
        give(
          client,
          pair.map((objectPath) => ({ objectPath })),
          id,
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = (await listed(client)).map(({ objectPath }) => objectPath);
    expect(pairs).toContainEqual(stored);
  });

  it("go with their place in it, a refund, or their author", async () => {
    // One who sells has all that was ever in use kept, but for these.
    const trader = await createSeller(app.deps);
    await makeSale(app, { seller: trader });
    const reader = await createReader(trader);
    const [kept, dropped, left] = [await send(reader.client), await send(reader.client), await send(client)];
    const { id } = ratingOf(await give(reader.client, [{ objectPath: kept }, { objectPath: dropped }]));
    await give(reader.client, [{ objectPath: kept }], id);
    await give(client, [{ objectPath: left }]);

    const sale = await makeSale(app, { seller });
    await openLink(sale);
    const refunded = await send(sale.client);
    const paid = ratingOf(
      await sale.client.post(`/api/contents/${sale.content.id}/ratings`, {
        score: 1,
        pictures: [{ objectPath: refunded }],
      }),
    );
    // Beside the refund its buyer edits: either way nothing stays.
    await Promise.all([
      admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "확인했습니다" }),
      give(sale.client, [{ objectPath: refunded }], paid.id),
    ]);
    await expect
      .poll(async () => (await app.visitor().get(`/api/rating-pictures/${paid.id}/0`)).status)
      .toBe(404);
    await leave(app.deps, author.id);
    expect(await listed()).toHaveLength(1);

    const all = [kept, dropped, left, refunded];
    await app.moveClock(6 * day);
    await removeOrphaned(app.deps);
    expect(await leftOf(all)).toHaveLength(4);
    await app.moveClock(2 * day);
    await removeOrphaned(app.deps);
    expect(await leftOf(all)).toEqual([kept]);
  });
});
