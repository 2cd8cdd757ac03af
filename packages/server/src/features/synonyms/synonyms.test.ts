import type { SearchAnswer } from "@knowhow/shared";
import { synonymLimits, type Synonym } from "@knowhow/shared/schemas.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";

const path = "/api/admin/search-synonyms";
let app: TestApp;
let admin: TestClient;
let other: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
  other = await app.as(await createUser(app.deps));
  await createContent(app.deps, (await createSeller(app.deps)).id, { title: "오소리 관찰 노트" });
});
afterAll(() => app.stop());

const create = async (...words: string[]): Promise<Synonym> => {
  const { status, body } = await admin.post(path, { words });
  expect([words, status]).toEqual([words, 201]);
  return body["synonym"] as unknown as Synonym; // held to the contract by the server
};
const titlesOf = async (q: string): Promise<string[]> => {
  const { body } = await app.visitor().get(`/api/search?q=${encodeURIComponent(q)}`);
  return (body as unknown as SearchAnswer).hits.map(({ title }) => title);
};
const found = ["오소리 관찰 노트"];

it("are found at once, until they are changed and removed, and each change keeps its author", async () => {
  const { rows: before } = await app.deps.pool.query("table search_synonyms");
  expect(await titlesOf("배저")).toEqual([]);
  const made = await create("오소리", " 배저 ", "배저", "BADGER");
  expect(made.words).toEqual(["오소리", "배저", "badger"]);
  expect([await titlesOf("배저"), await titlesOf("Badger를")]).toEqual([found, found]);
  // Mistyped words are corrected to them.
  expect(await titlesOf("badgor")).toEqual(found);
  const change = (words: string[], expected: string[]) =>
    admin.put(`${path}/${made.id}`, { words, expected });
  expect(failing(await change(["오소리", "너구리"], ["오소리"]))).toBe("409 EDIT_CONFLICT");
  expect((await change(["오소리", "배저"], ["badger", "오소리", "배저"])).status).toBe(200);
  expect((await change(["배저", "오소리"], ["오소리", "배저"])).status).toBe(200);
  expect([await titlesOf("배저"), await titlesOf("badger")]).toEqual([found, []]);
  expect((await admin.delete(`${path}/${made.id}`)).status).toBe(200);
  expect(failing(await admin.delete(`${path}/${made.id}`))).toBe("404 NOT_FOUND");
  expect(await titlesOf("배저")).toEqual([]);
  const { rows } = await app.deps.pool.query(
    `select u.user_id as admin, a.words_before as before, a.words_after as after
     from synonym_acts a join users u on u.id = a.admin_id where synonym_id = $1 order by a.id`,
    [made.id],
  );
  expect(rows).toEqual([
    { admin: "admin1", before: null, after: ["오소리", "배저", "badger"] },
    { admin: "admin1", before: ["오소리", "배저", "badger"], after: ["오소리", "배저"] },
    { admin: "admin1", before: ["오소리", "배저"], after: null },
  ]);
  // All other entries are as they were.
  expect((await app.deps.pool.query("table search_synonyms")).rows).toEqual(before);
});

it("are two words of letters at least, not there already, and not endless", async () => {
  const { words, letters, entries } = synonymLimits;
  for (const wrong of [
    undefined,
    "오소리",
    ["오소리"],
    ["오소리", "오소리"],
    ["오소리", "두 단어"],
    ["오소리", ""],
    ["오소리", "%"],
    ["오소리", "가".repeat(letters + 1)],
    ["오소리", null],
    Array.from({ length: words + 1 }, (_, n) => `말${n}`),
  ])
    expect([wrong, failing(await admin.post(path, { words: wrong }))]).toEqual([wrong, "400 VALIDATION"]);
  const known = await admin.post(path, { words: ["엑셀", "Excel"] });
  expect([failing(known), known.body["message"]]).toEqual([
    "409 SYNONYMS_KNOWN",
    "이미 등록된 동의어입니다: excel, 엑셀, 스프레드시트",
  ]);
  // Of two at once, one.
  const both = await Promise.all([1, 2].map(() => admin.post(path, { words: ["동시에", "한꺼번에"] })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  await app.deps.pool.query(
    `insert into search_synonyms (words) select array['가' || n, '나' || n]
     from generate_series(1, ${entries} - (select count(*) from search_synonyms)) n`,
  );
  expect(failing(await admin.post(path, { words: ["하나", "더"] }))).toBe("409 TOO_MANY");
  await app.deps.pool.query("delete from search_synonyms where words[1] ~ '^가[0-9]+$'");
});

it("are listed newest first, by page and by letters", async () => {
  const made = [
    await create("수달", "오터"),
    await create("수달피", "해달"),
    await create("물수달", "강수달"),
  ];
  const list = async (query: string) => {
    const { status, body, headers } = await admin.get(`${path}${query}`);
    expect([query, status]).toEqual([query, 200]);
    const { synonyms, total } = body as unknown as { synonyms: Synonym[]; total: number };
    return { words: synonyms, total, next: /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] };
  };
  const first = await list(`?q=${encodeURIComponent("수 달")}&limit=2`);
  expect([first.words, first.total]).toEqual([[made[2], made[1]], 3]);
  expect(first.next).toContain("cursor=");
  const second = await list((first.next ?? "").slice(path.length));
  expect([second.words, second.next]).toEqual([[made[0]], undefined]);
  expect((await list("?q=%25")).words).toEqual([]);
  expect(failing(await admin.get(`${path}?cursor=x`))).toBe("400 VALIDATION");
  expect(failing(await other.post(path, { words: ["가나", "다라"] }))).toBe("403 ADMIN_ONLY");
});
