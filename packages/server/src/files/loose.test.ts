import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../testing/app.ts";
import type { TestClient } from "../testing/client.ts";
import { createSeller, createUser } from "../testing/factories.ts";
import { buy } from "../testing/payments.ts";
import { imageBytes, pdfBytes } from "../testing/sampleFiles.ts";
import { contentBody, upload } from "../testing/uploads.ts";
import { removeLoose } from "./loose.ts";
import { arrivalKeyOf, idOf } from "./StoredObject.ts";

const day = 24 * 60 * 60_000;

describe("objects that nothing refers to", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  const pdf = (client: TestClient) => upload(client, pdfBytes(), { kind: "file", fileName: "a.pdf" });
  const exists = async (path: string) => {
    const id = idOf(path) ?? "";
    const copies = await app.deps.storage.list(`copies/${id}/`)[Symbol.asyncIterator]().next();
    return copies.done !== true || (await app.deps.storage.stat(arrivalKeyOf(id))) !== undefined;
  };
  const sell = async (client: TestClient, file: string, previews: string[] = []) => {
    const { status, body } = await client.post(
      "/api/contents",
      contentBody({ price: 0, fileUrls: [file], previewImageUrls: previews }),
    );
    expect(status).toBe(201);
    return body as unknown as { id: string; title: string; price: number; sellerId: string };
  };

  it("go after a week; what is in use, or may have been bought, stays", async () => {
    const seller = await app.as(await createSeller(app.deps));
    const [unused, replaced, current] = [await pdf(seller), await pdf(seller), await pdf(seller)];
    const image = await upload(seller, await imageBytes(), { kind: "preview" });
    const content = await sell(seller, replaced, [image]);
    await app.visitor().get(`/api/proxy-image/${content.id}/0`);
    const change = contentBody({ price: 0, fileUrls: [current], previewImageUrls: [image] });
    expect((await seller.put(`/api/contents/${content.id}`, change)).status).toBe(200);

    const sold = await app.as(await createSeller(app.deps));
    const bought = await pdf(sold);
    const other = await sell(sold, bought);
    await buy(app.url, await app.as(await createUser(app.deps)), other);
    await sold.put(`/api/contents/${other.id}`, contentBody({ price: 0 }));

    await app.moveClock(7 * day - 60_000);
    expect(await removeLoose(app.deps)).toBe(0);
    await app.moveClock(2 * 60_000);
    expect(await removeLoose(app.deps)).toBe(2);
    expect(await Promise.all([unused, replaced].map(exists))).toEqual([false, false]);
    expect(await Promise.all([current, image, bought].map(exists))).toEqual([true, true, true]);
    expect(await removeLoose(app.deps)).toBe(0);
    const answer = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [unused] }));
    expect(answer.status).toBe(404);
  });
});
