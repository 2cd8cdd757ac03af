import { maxOpenQuestions, type ContentQuestion } from "@knowhow/shared";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { listenTo } from "../../../testing/news.ts";
import { leave } from "../accounts/leave.ts";

const questionsOf = ({ body }: Answer) => body as unknown as ContentQuestion[];

describe("questions before buying", () => {
  let app: TestApp;
  let seller: TestUser;
  let mentor: TestClient;
  let otherMentor: TestClient;
  let person: TestUser;
  let asker: TestClient;
  let visitor: TestClient;
  let contentId: string;
  let path: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    mentor = await app.as(seller);
    otherMentor = await app.as(await createSeller(app.deps));
    visitor = app.visitor();
  });
  beforeEach(async () => {
    ({ id: contentId } = await createContent(app.deps, seller.id));
    path = `/api/contents/${contentId}/questions`;
    person = await createUser(app.deps);
    asker = await app.as(person);
  });
  afterAll(() => app.stop());

  const ask = async (question = "초보자도 볼 수 있나요?") => {
    const asked = await asker.post(path, { question });
    expect(asked.status).toBe(201);
    return asked.body as unknown as ContentQuestion;
  };
  const answer = (id: string, text: string, by = mentor) =>
    by.put(`/api/questions/${id}/answer`, { answer: text });

  it("are asked by members, answered by the mentor, and read by all, the newest first", async () => {
    const first = await ask("첫 질문");
    expect(first).toMatchObject({
      question: "첫 질문",
      userId: person.id,
      user: { nickname: person.nickname },
      answer: null,
      isMine: true,
    });
    const second = await ask("둘째 질문");
    const answered = await answer(first.id, "  네, 됩니다.\n해 보세요. ");
    expect(answered.status).toBe(200);
    expect(answered.body).toMatchObject({
      id: first.id,
      isMine: false,
      answer: { text: "네, 됩니다.\n해 보세요." },
    });
    const all = questionsOf(await visitor.get(path));
    expect(all.map(({ id, isMine }) => [id, isMine])).toEqual([
      [second.id, false],
      [first.id, false],
    ]);
    expect(all[1]?.answer?.text).toBe("네, 됩니다.\n해 보세요.");
    expect(questionsOf(await asker.get(path)).every(({ isMine }) => isMine)).toBe(true);
    const page = await visitor.get(`${path}?limit=1`);
    const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect(questionsOf(await visitor.get(next)).map(({ id }) => id)).toEqual([first.id]);
    expect(failing(await visitor.get(`${path}?cursor=x`))).toBe("400 VALIDATION");
  });

  it("are not asked by the mentor, nor answered by anyone else", async () => {
    expect(failing(await visitor.post(path, { question: "a" }))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await mentor.post(path, { question: "a" }))).toBe("403 OWN_CONTENT");
    const { id } = await ask();
    for (const client of [asker, otherMentor])
      expect(failing(await answer(id, "a", client))).toBe("403 NOT_OWNER");
    expect(failing(await answer(id, "a", visitor))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await answer(crypto.randomUUID(), "a"))).toBe("404 NOT_FOUND");
    expect(questionsOf(await visitor.get(path))[0]?.answer).toBeNull();
  });

  it.each([{}, { question: " \u200b" }, { question: "가".repeat(501) }, { question: 5 }])(
    "refuse %j",
    async (body) => {
      expect((await asker.post(path, body)).status).toBe(400);
    },
  );

  it("have five hundred characters, and answers two thousand", async () => {
    const { id } = await ask("😀".repeat(500));
    expect((await answer(id, "😀".repeat(2_000))).status).toBe(200);
    expect((await answer(id, "가".repeat(2_001))).status).toBe(400);
    expect((await answer(id, " ")).status).toBe(400);
  });

  it("wait three at a time of each person and content, asked at once too", async () => {
    const asked = await Promise.all(
      Array.from({ length: maxOpenQuestions + 2 }, (_, index) =>
        asker.post(path, { question: `질문 ${index}` }),
      ),
    );
    expect(asked.map(failing).toSorted()).toEqual([
      "201 undefined",
      "201 undefined",
      "201 undefined",
      "409 TOO_MANY",
      "409 TOO_MANY",
    ]);
    // Others and other contents have their own.
    const other = await createContent(app.deps, seller.id);
    expect((await asker.post(`/api/contents/${other.id}/questions`, { question: "a" })).status).toBe(201);
    expect((await otherMentor.post(path, { question: "a" })).status).toBe(201);
    const open = questionsOf(await asker.get(path)).find(({ isMine }) => isMine);
    await answer(open?.id ?? "", "네");
    await ask("한 번 더");
    expect(failing(await asker.post(path, { question: "또" }))).toBe("409 TOO_MANY");
  });

  it("are asked once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const [first, again] = [
      await asker.post(path, { question: "한 번" }, { headers }),
      await asker.post(path, { question: "한 번" }, { headers }),
    ];
    expect(again.body).toEqual(first.body);
    expect(questionsOf(await visitor.get(path))).toHaveLength(1);
  });

  it("have the newest answer, and tell the mentor and the asker, no one else", async () => {
    const bystander = await createUser(app.deps);
    const streams = await Promise.all(
      [mentor, asker, await app.as(bystander)].map((client) => listenTo(app.url, client)),
    );
    const told = () =>
      streams.map((stream) => stream.told.filter(({ name }) => name === "question").map(({ data }) => data));
    const { id } = await ask();
    await answer(id, "네");
    await answer(id, "네, 그럼요");
    await expect.poll(told).toEqual([
      [{ contentId, act: "asked" }],
      [
        { contentId, act: "answered" },
        { contentId, act: "answered" },
      ],
      [],
    ]);
    for (const stream of streams) stream.leave();
    expect(questionsOf(await visitor.get(path))[0]?.answer?.text).toBe("네, 그럼요");
  });

  it("are edited for five minutes and taken back, by their asker, until they are answered", async () => {
    const stranger = await app.as(await createUser(app.deps));
    const first = await ask("첫 문의");
    const second = await ask("둘째 문의");
    const at = (id: string) => `/api/questions/${id}`;
    for (const client of [stranger, mentor]) {
      expect(failing(await client.put(at(first.id), { question: "남의 말" }))).toBe("403 NOT_OWNER");
      expect(failing(await client.delete(at(first.id)))).toBe("403 NOT_OWNER");
    }
    const edited = await asker.put(at(first.id), { question: " 고친 문의 " });
    expect(edited.body).toMatchObject({ question: "고친 문의", editedAt: expect.any(String) as string });
    await app.moveClock(5 * 60_000);
    expect(failing(await asker.put(at(first.id), { question: "늦음" }))).toBe("403 TOO_LATE");
    const stream = await listenTo(app.url, mentor);
    expect((await asker.delete(at(first.id))).body).toEqual({ ok: true });
    await expect
      .poll(() => stream.told.filter(({ name }) => name === "questions").map(({ data }) => data))
      .toEqual([{ contentId }]);
    stream.leave();
    expect(failing(await asker.delete(at(first.id)))).toBe("404 NOT_FOUND");
    expect(failing(await answer(first.id, "늦은 답변"))).toBe("404 NOT_FOUND");
    // Taken back and answered at once: one of them is too late.
    const both = await Promise.all([answer(second.id, "네"), asker.delete(at(second.id))]);
    expect(both.map(failing).sort()).toEqual(
      both[0].status === 200 ? ["200 undefined", "403 TOO_LATE"] : ["200 undefined", "404 NOT_FOUND"],
    );
  });

  it("wait for their mentor in a list, and their answers are news until they are seen", async () => {
    const trader = await createSeller(app.deps);
    const traderClient = await app.as(trader);
    const one = await createContent(app.deps, trader.id);
    const other = await createContent(app.deps, trader.id);
    const gone = await createContent(app.deps, trader.id);
    const write = async (content: { id: string }, question: string) =>
      String((await asker.post(`/api/contents/${content.id}/questions`, { question })).body["id"]);
    const first = await write(one, "첫째");
    const second = await write(other, "둘째");
    await write(gone, "셋째");
    const hidden = await write(one, "넷째");
    await traderClient.delete(`/api/contents/${gone.id}`);
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    await admin.put(`/api/admin/questions/${hidden}/state`, { state: "hidden", reason: "광고" });
    const newsOf = async (client: TestClient) => (await client.get("/api/questions/news")).body;
    const page = await traderClient.get("/api/seller/questions?limit=1");
    expect(page.body).toMatchObject([{ id: first, contentId: one.id, contentTitle: one.title }]);
    const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect((await traderClient.get(next)).body).toMatchObject([{ id: second, contentId: other.id }]);
    expect(await newsOf(traderClient)).toEqual({ waiting: 2, answered: [] });
    expect((await otherMentor.get("/api/seller/questions")).body).toEqual([]);
    expect(await newsOf(asker)).toEqual({ waiting: 0, answered: [] });

    await answer(first, "네", traderClient);
    expect(await newsOf(traderClient)).toEqual({ waiting: 1, answered: [] });
    const told = { waiting: 0, answered: [{ id: first, contentId: one.id, contentTitle: one.title }] };
    expect(await newsOf(asker)).toEqual(told);
    const unseen = async (client: TestClient) =>
      questionsOf(await client.get(`/api/contents/${one.id}/questions`)).find(({ id }) => id === first)
        ?.isUnseen;
    expect([await unseen(asker), await unseen(visitor)]).toEqual([true, false]);
    expect(failing(await otherMentor.put(`/api/questions/${first}/seen`))).toBe("404 NOT_FOUND");
    expect(await newsOf(asker)).toEqual(told);
    expect((await asker.put(`/api/questions/${first}/seen`)).body).toEqual({ ok: true });
    expect([await newsOf(asker), await unseen(asker)]).toEqual([{ waiting: 0, answered: [] }, false]);
    await answer(first, "네", traderClient);
    expect(await newsOf(asker)).toEqual({ waiting: 0, answered: [] });
    await answer(first, "아니요", traderClient);
    expect(await newsOf(asker)).toEqual(told);
  });

  it("are not found where the content is not, but for its owner", async () => {
    const { id } = await ask();
    await mentor.delete(`/api/contents/${contentId}`);
    for (const client of [visitor, asker]) expect(failing(await client.get(path))).toBe("404 NOT_FOUND");
    expect(failing(await asker.post(path, { question: "a" }))).toBe("404 NOT_FOUND");
    expect((await mentor.get(path)).status).toBe(200);
    expect((await answer(id, "더는 팔지 않아요")).status).toBe(200);
  });

  it("stay without their author's name when they leave", async () => {
    await ask();
    await leave(app.deps, person.id);
    expect(questionsOf(await visitor.get(path))[0]?.user.nickname).toBe("탈퇴한 사용자");
  });
});
