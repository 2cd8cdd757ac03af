import { draftForm } from "@knowhow/shared/schemas.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trx } from "../../database/BaseModel.ts";
import { saveDraft } from "../drafts/save.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { imageBytes, pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";
import { removeOrphaned } from "./orphaned.ts";
import { arrivalKeyOf, idOf, StoredObject } from "../../storage/StoredObject.ts";

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
  const waitsForClock = async () => {
    const { rows } = await app.deps.pool.query(
      "select from pg_locks where relation = 'app_clock'::regclass and not granted",
    );
    return rows.length > 0;
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
    expect(await removeOrphaned(app.deps)).toBe(0);
    await app.moveClock(2 * 60_000);
    expect(await removeOrphaned(app.deps)).toBe(2);
    expect(await Promise.all([unused, replaced].map(exists))).toEqual([false, false]);
    expect(await Promise.all([current, image, bought].map(exists))).toEqual([true, true, true]);
    expect(await removeOrphaned(app.deps)).toBe(0);
    const answer = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [unused] }));
    expect(answer.status).toBe(404);
  });

  it.each([
    [
      "draft",
      (trx: Trx, ownerId: string, path: string) =>
        saveDraft(trx, {
          id: randomUUID(),
          ownerId,
          form: draftForm.cast({ files: [{ name: "a.pdf", size: 1, objectPath: path }] }),
        }),
    ],
    [
      "profile",
      async (trx: Trx, ownerId: string, path: string) => {
        await trx.raw("update objects set attached_at = app_now() where id = ?", [idOf(path) ?? ""]);
        await trx.raw("update users set profile_image_url = ? where id = ?", [path, ownerId]);
      },
    ],
  ])(
    "stay for a %s that is stored after the clean-up has looked, before it locks them",
    async (_what, refer) => {
      const user = await createSeller(app.deps);
      const path = await pdf(await app.as(user));
      await app.moveClock(8 * day);
      // The same clock, but volatile: read while a statement runs, so that it can stop one whose snapshot is taken.
      await app.deps.pool.query(
        `create or replace function app_now() returns timestamptz language plpgsql volatile as
       $$ begin return now() + (select shift from app_clock); end $$`,
      );
      let removing: Promise<number> | undefined;
      await StoredObject.transaction(app.deps.knex, async (trx) => {
        await trx.raw("lock table app_clock in access exclusive mode");
        await refer(trx, user.id, path);
        removing = removeOrphaned(app.deps);
        await expect.poll(waitsForClock).toBe(true);
      });
      expect(await removing).toBe(0);
      expect(await exists(path)).toBe(true);
    },
  );
});
