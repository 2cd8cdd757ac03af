import { maxDrafts, textLimits, type StoredDraft } from "@knowhow/shared";
import { draftForm } from "@knowhow/shared/schemas.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leave } from "../accounts/leave.ts";
import { removeOrphaned } from "../files/orphaned.ts";
import { arrivalKeyOf, idOf } from "../../storage/StoredObject.ts";
import { deleteExpired } from "../retention/deleteExpired.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { append, begin } from "../../../testing/resumable.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const day = 24 * 60 * 60_000;

describe("drafts", () => {
  let app: TestApp;
  let user: TestUser;
  let client: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    user = await createUser(app.deps);
    client = await app.as(user);
  });
  afterAll(() => app.stop());

  const save = (viewer: TestClient, id: string, form: Record<string, unknown>): Promise<Answer> =>
    viewer.put(`/api/drafts/${id}`, form);
  const codeOf = ({ status, body }: Answer) => [status, body["code"]];
  const newcomer = async () => app.as(await createUser(app.deps));

  it("keep what was typed, as it was typed", async () => {
    const id = randomUUID();
    const form = {
      contentId: null,
      contentVersion: null,
      title: "  제목 ",
      description: "줄\n\n\t끝 ",
      category: "",
      price: "1,5",
      link: "https://dri",
      versionNote: " 3장을 ",
      tags: [" 재테크", "#주식"],
      allowsCopying: false,
      files: [{ name: "자료.pdf", size: 10, objectPath: null }],
      previews: [],
    };
    expect(Object.keys({ ...form, version: 0 }).sort()).toEqual(Object.keys(draftForm.fields).sort());
    const saved = await save(client, id, { ...form, version: 0, ownerId: randomUUID() });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ id, ...form, version: 1 });
    const changed = await save(client, id, { ...form, price: null, title: "", version: 1 });
    expect(changed.body).toMatchObject({ title: "", price: null, version: 2 });
    expect((await client.get(`/api/drafts/${id}`)).body).toEqual(changed.body);
    expect((await save(client, randomUUID(), {})).body).toMatchObject({ title: "", price: null, version: 1 });
  });

  it("leave it to the content whether it may be copied, where a form of before does not say", async () => {
    const owner = await createSeller(app.deps);
    const [own, other] = [await app.as(owner), await app.as(await createSeller(app.deps))];
    const { id: contentId } = await createContent(app.deps, owner.id);
    await own.put(`/api/contents/${contentId}`, contentBody({ allowsCopying: false }));
    const saved = async (viewer: TestClient, id: string, form: Record<string, unknown>) => {
      const { status, body } = await save(viewer, id, form);
      return [status, body["allowsCopying"]];
    };
    const [edit, fresh] = [randomUUID(), randomUUID()];
    expect(await saved(own, edit, { contentId, title: "가" })).toEqual([200, false]);
    // Its response was lost.
    expect(await saved(own, edit, { contentId, title: "가" })).toEqual([200, false]);
    expect(await saved(other, randomUUID(), { contentId })).toEqual([200, true]);
    expect(await saved(own, fresh, { allowsCopying: false })).toEqual([200, false]);
    expect(await saved(own, fresh, { title: "나", version: 1 })).toEqual([200, false]);
    expect(await saved(own, fresh, { allowsCopying: true, version: 2 })).toEqual([200, true]);
    expect(await saved(own, randomUUID(), {})).toEqual([200, true]);
  });

  it("keep their tags where a form of before does not know of them, and say where none was asked for any", async () => {
    const id = randomUUID();
    const tagsOf = async (form: Record<string, unknown>): Promise<unknown> =>
      (await save(client, id, form)).body["tags"];
    expect(await tagsOf({ title: "가" })).toBeNull();
    expect(await tagsOf({ title: "나", tags: ["재테크"], version: 1 })).toEqual(["재테크"]);
    expect(await tagsOf({ title: "다", version: 2 })).toEqual(["재테크"]);
    // Its response was lost.
    expect(await tagsOf({ title: "다", version: 2 })).toEqual(["재테크"]);
    expect(await tagsOf({ title: "다", tags: [], version: 3 })).toEqual([]);
  });

  it("are changed from the version that is kept, and from no other", async () => {
    const id = randomUUID();
    await save(client, id, { title: "가" });
    expect((await save(client, id, { title: "나", version: 1 })).body["version"]).toBe(2);
    expect(codeOf(await save(client, id, { title: "다", version: 1 }))).toEqual([409, "EDIT_CONFLICT"]);
    expect(codeOf(await save(client, id, { title: "다" }))).toEqual([409, "EDIT_CONFLICT"]);
    expect(codeOf(await save(client, id, { title: "다", version: 3 }))).toEqual([409, "EDIT_CONFLICT"]);
    expect(codeOf(await save(client, randomUUID(), { version: 1 }))).toEqual([404, "NOT_FOUND"]);
    // The response to the first was lost.
    expect((await save(client, id, { title: "나", version: 1 })).body["version"]).toBe(2);
  });

  it("take one of many changes at once", async () => {
    const id = randomUUID();
    const first = await Promise.all([1, 2, 3, 4, 5].map((n) => save(client, id, { title: `${n}` })));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const next = await Promise.all([6, 7, 8].map((n) => save(client, id, { title: `${n}`, version: 1 })));
    expect(next.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("are read by a person who is suspended, not by one who is banned", async () => {
    const people = await Promise.all(
      ["suspended_until = '2999-01-01'", "is_banned = 1"].map(async (sanction) => {
        const person = await createUser(app.deps);
        const own = await app.as(person);
        const id = randomUUID();
        await save(own, id, { title: "정지 전에 쓴 글" });
        await app.deps.pool.query(`update users set ${sanction} where id = $1`, [person.id]);
        return { own, id };
      }),
    );
    const answers = await Promise.all(
      people.map(async ({ own, id }) => [
        (await own.get("/api/drafts")).status,
        (await own.get(`/api/drafts/${id}`)).status,
      ]),
    );
    expect(answers).toEqual([
      [200, 200],
      [403, 403],
    ]);
  });

  it("are nobody else's", async () => {
    const id = randomUUID();
    await save(client, id, { title: "나의 것" });
    const other = await newcomer();
    const answers = [
      await other.get(`/api/drafts/${id}`),
      await save(other, id, { title: "남의 것" }),
      await save(other, id, { title: "남의 것", version: 1 }),
      await other.delete(`/api/drafts/${id}`),
    ];
    for (const answer of answers) expect(codeOf(answer)).toEqual([404, "NOT_FOUND"]);
    expect((await other.get("/api/drafts")).body).toEqual([]);
    const [sharedId, stranger] = [randomUUID(), await newcomer()];
    const both = await Promise.all([
      save(client, sharedId, { title: "가" }),
      save(stranger, sharedId, { title: "나" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("go when they are deleted, however often", async () => {
    const id = randomUUID();
    await save(client, id, {});
    expect((await client.delete(`/api/drafts/${id}`)).body).toEqual({ ok: true });
    expect((await client.delete(`/api/drafts/${id}`)).body).toEqual({ ok: true });
    expect((await client.get(`/api/drafts/${id}`)).status).toBe(404);
    expect((await client.get("/api/drafts/1")).status).toBe(404);
  });

  it("go in the version that was seen, where one is named, and in no other", async () => {
    const id = randomUUID();
    await save(client, id, { title: "가" });
    await save(client, id, { title: "다른 기기에서 고침", version: 1 });
    const remove = (version: string) => client.delete(`/api/drafts/${id}?version=${version}`);
    for (const version of ["0", "1", "3"])
      expect(codeOf(await remove(version))).toEqual([409, "EDIT_CONFLICT"]);
    expect(codeOf(await remove("x"))).toEqual([400, "VALIDATION"]);
    expect(codeOf(await (await newcomer()).delete(`/api/drafts/${id}?version=2`))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    expect((await client.get(`/api/drafts/${id}`)).body).toMatchObject({ title: "다른 기기에서 고침" });
    expect((await remove("2")).body).toEqual({ ok: true });
    expect((await remove("2")).body).toEqual({ ok: true });
    expect((await client.get(`/api/drafts/${id}`)).status).toBe(404);
  });

  it("are listed newest first, page by page, and fifty are enough", async () => {
    const own = await newcomer();
    const ids = Array.from({ length: maxDrafts }, () => randomUUID());
    for (const id of ids) {
      expect((await save(own, id, {})).status).toBe(200);
      await app.moveClock(1_000);
    }
    const full = await save(own, randomUUID(), {});
    expect(codeOf(full)).toEqual([409, "TOO_MANY_DRAFTS"]);
    expect(full.body["message"]).toContain(`${maxDrafts}개`);
    const [oldest = ""] = ids;
    expect((await save(own, oldest, { title: "가", version: 1 })).status).toBe(200);

    const found: string[] = [];
    let next: string | undefined = "/api/drafts?limit=20";
    while (next !== undefined) {
      const page: Answer = await own.get(next);
      found.push(...(page.body as unknown as StoredDraft[]).map(({ id }) => id));
      next = /<(.*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(found).toEqual([oldest, ...ids.slice(1).reverse()]);
    expect((await own.get("/api/drafts?cursor=x")).status).toBe(400);
    await own.delete(`/api/drafts/${oldest}`);
    expect((await save(own, randomUUID(), {})).status).toBe(200);
  });

  const file = { name: "a.pdf", size: 1, objectPath: null };
  it.each([
    ["title", { title: "가".repeat(textLimits.title + 1) }],
    ["title", { title: "a\0b" }],
    ["title", { title: { a: 1 } }],
    ["description", { description: "가".repeat(textLimits.description + 1) }],
    ["price", { price: "1".repeat(21) }],
    ["version", { version: -1 }],
    ["version", { version: 1.5 }],
    ["contentId", { contentId: "1" }],
    ["files", { files: "a" }],
    ["files", { files: [null] }],
    ["files", { files: Array.from({ length: 6 }, () => file) }],
    ["files", { files: [{ ...file, size: -1 }] }],
    ["previews", { previews: [{ ...file, objectPath: "/etc/passwd" }] }],
  ])("refuse a %s that can not be", async (field, form) => {
    const { status, body } = await save(client, randomUUID(), form);
    expect([status, body["code"], Object.keys(body["fields"] as unknown as object)]).toEqual([
      400,
      "VALIDATION",
      [field],
    ]);
  });

  it("name objects of their owner alone, and keep them", async () => {
    const objectPath = await upload(client, pdfBytes(), { kind: "file", fileName: "a.pdf" });
    const address = await begin(client, pdfBytes().length);
    const resumable = (await append(client, address, 0, pdfBytes())).headers.get("upload-object-path") ?? "";
    const orphaned = await upload(client, pdfBytes(), { kind: "file", fileName: "a.pdf" });
    const entry = (path: string) => ({ name: "a.pdf", size: 1, objectPath: path });
    const other = await newcomer();
    for (const path of [objectPath, `/objects/uploads/${randomUUID()}`, "/objects/x"])
      expect(codeOf(await save(other, randomUUID(), { files: [entry(path)] }))).toEqual([404, "NOT_FOUND"]);

    const id = randomUUID();
    const form = { files: [entry(objectPath)], previews: [entry(resumable)] };
    expect((await save(client, id, form)).body).toMatchObject(form);
    const there = (path: string) => app.deps.storage.stat(arrivalKeyOf(idOf(path) ?? ""));
    await app.moveClock(8 * day);
    await removeOrphaned(app.deps);
    expect(await there(orphaned)).toBeUndefined();
    expect([await there(objectPath), await there(resumable)]).not.toContain(undefined);
    await client.delete(`/api/drafts/${id}`);
    await removeOrphaned(app.deps);
    expect([await there(objectPath), await there(resumable)]).toEqual([undefined, undefined]);
    // The object's upload is deleted with it.
    expect((await append(client, address, pdfBytes().length, Buffer.of())).status).toBe(404);
  });

  it("are forgotten after 90 days without a change, and with whoever leaves", async () => {
    const [kept, old] = [randomUUID(), randomUUID()];
    await save(client, old, {});
    await save(client, kept, {});
    await app.moveClock(90 * day - 60_000);
    // Sessions end sooner.
    const own = await app.as(user);
    expect((await save(own, kept, { title: "가", version: 1 })).status).toBe(200);
    await app.moveClock(2 * 60_000);
    await deleteExpired(app.deps);
    expect((await own.get(`/api/drafts/${old}`)).status).toBe(404);
    expect((await own.get(`/api/drafts/${kept}`)).status).toBe(200);
    await begin(own, 10, {});
    await leave(app.deps, user.id);
    const { rows } = await app.deps.pool.query(
      "select (select count(*) from drafts where owner_id = $1) + (select count(*) from uploads where owner_id = $1) as left",
      [user.id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
