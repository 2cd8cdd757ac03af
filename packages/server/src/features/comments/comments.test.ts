import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";

describe("comments", () => {
  let app: TestApp;
  let seller: TestUser;
  let author: TestUser;
  let buyer: TestClient;
  let visitor: TestClient;
  let path: string;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp();
    seller = await createSeller(app.deps);
    const content = await createContent(app.deps, seller.id, { price: 0 });
    id = content.id;
    path = `/api/contents/${id}/comments`;
    author = await createUser(app.deps);
    buyer = await app.as(author);
    visitor = app.visitor();
    await buy(app.url, buyer, content);
  });
  afterAll(() => app.stop());

  const failing = ({ status, body: { code } }: Answer) => `${status} ${String(code)}`;
  const texts = ({ body }: Answer) =>
    (body as unknown as { comment: string }[]).map(({ comment }) => comment);

  it("are written by buyers and read by all, newest first", async () => {
    const written = await buyer.post(path, { comment: "  정말 도움이 됐어요 \u0000" });
    expect(written.status).toBe(201);
    expect(written.body).toMatchObject({
      comment: "정말 도움이 됐어요",
      userId: author.id,
      user: { nickname: author.nickname },
    });
    for (let index = 0; index < 6; index += 1) await buyer.post(path, { comment: `댓글 ${index}` });
    expect(texts(await visitor.get(path))[0]).toBe("댓글 5");
    expect((await visitor.get(path)).body).toHaveLength(7);
    const page = await visitor.get(`${path}?limit=5`);
    const next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect(texts(await visitor.get(next))).toEqual(["댓글 0", "정말 도움이 됐어요"]);
  });

  it("need a purchase, also of the seller", async () => {
    expect(failing(await visitor.post(path, { comment: "a" }))).toBe("401 LOGIN_REQUIRED");
    const other = await app.as(await createUser(app.deps));
    expect(failing(await other.post(path, { comment: "a" }))).toBe("403 PURCHASE_REQUIRED");
    expect(failing(await (await app.as(seller)).post(path, { comment: "a" }))).toBe("403 PURCHASE_REQUIRED");
  });

  it.each([
    {},
    { comment: "" },
    { comment: "  \n " },
    { comment: "\u200b" },
    { comment: "가".repeat(1_001) },
    { comment: 5 },
  ])("refuse %j", async (body) => {
    expect((await buyer.post(path, body)).status).toBe(400);
  });

  it("have a thousand characters, counted as people do", async () => {
    expect((await buyer.post(path, { comment: "😀".repeat(1_000) })).status).toBe(201);
    expect((await buyer.post(path, { comment: "😀".repeat(1_001) })).status).toBe(400);
  });

  it("are stored once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const [first, again] = [
      await buyer.post(path, { comment: "한 번" }, { headers }),
      await buyer.post(path, { comment: "한 번" }, { headers }),
    ];
    expect(again.body).toEqual(first.body);
    expect(failing(await buyer.post(path, { comment: "두 번" }, { headers }))).toBe(
      "409 IDEMPOTENCY_KEY_REUSED",
    );
  });

  it("are deleted by their author alone", async () => {
    const { body } = await buyer.post(path, { comment: "지울 댓글" });
    const one = `/api/comments/${String(body["id"])}`;
    expect(failing(await visitor.delete(one))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await (await app.as(seller)).delete(one))).toBe("403 NOT_OWNER");
    expect((await buyer.delete(one)).body).toEqual({ ok: true });
    expect(failing(await buyer.delete(one))).toBe("404 NOT_FOUND");
    expect(texts(await visitor.get(path))).not.toContain("지울 댓글");
  });

  it("are not found where the content is not", async () => {
    expect(failing(await visitor.get(`/api/contents/${crypto.randomUUID()}/comments`))).toBe("404 NOT_FOUND");
    expect(failing(await visitor.get(`${path}?cursor=x`))).toBe("400 VALIDATION");
    await (await app.as(seller)).delete(`/api/contents/${id}`);
    expect(failing(await visitor.get(path))).toBe("404 NOT_FOUND");
    expect((await buyer.get(path)).status).toBe(200);
  });
});
