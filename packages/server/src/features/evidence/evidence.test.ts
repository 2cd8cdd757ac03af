import type { Evidence } from "@knowhow/shared";
import { contentEdit } from "@knowhow/shared/schemas.ts";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { removeOrphaned } from "../files/orphaned.ts";
import { deleteExpired } from "../retention/deleteExpired.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type Answer, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { decide, fileReport, makeDeal } from "../../../testing/reports.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

const day = 24 * 60 * 60 * 1_000;
const evidenceOf = ({ body }: Answer) => body["evidence"] as unknown as Evidence;
const words = "증거로 남을 첫 문장입니다.";

describe("what a report is about", () => {
  let app: TestApp;
  let staff: TestUser;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    staff = await createUser(app.deps, { userId: "admin1" });
    admin = await app.as(staff);
  });
  afterAll(() => app.stop());

  const look = async (id: string, more = "") =>
    evidenceOf(await admin.get(`/api/admin/reports/${id}/evidence${more}`));
  const count = async (table: string): Promise<number> =>
    Number((await app.deps.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n);

  /** A content with a file and a picture of its own, and two buyers. */
  const sell = async () => {
    const seller = await createSeller(app.deps);
    const sellerClient = await app.as(seller);
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#1f5c4d" } })
      .png()
      .toBuffer();
    const [file, picture] = [
      await upload(sellerClient, Buffer.from(words), {
        kind: "file",
        fileName: "비밀 노트.txt",
        type: "text/plain",
      }),
      await upload(sellerClient, png, { kind: "preview", fileName: "표지.png", type: "image/png" }),
    ];
    const form = contentBody({
      title: "처음 제목",
      description: "처음 설명",
      price: 0,
      fileUrls: [file],
      fileNames: ["비밀 노트.txt"],
      previewImageUrls: [picture],
    });
    const made = await sellerClient.post("/api/contents", form);
    const content = { id: String(made.body["id"]), title: "처음 제목", price: 0, sellerId: seller.id };
    const buyers = [];
    for (let n = 0; n < 2; n += 1) {
      const client = await app.as(await createUser(app.deps));
      await buy(app.url, client, content);
      buyers.push(client);
    }
    return { seller, sellerClient, content, buyers, file, picture };
  };

  it("stays as it was after edit, deletion and ban, with its picture and file", async () => {
    const { seller, sellerClient, content, buyers, file } = await sell();
    const [first = admin, second = admin] = buyers;
    const id = await fileReport({ buyerClient: first, content });
    const edited = contentBody({ title: "고친 제목", description: "고친 설명", price: 0 });
    expect((await sellerClient.put(`/api/contents/${content.id}`, edited)).status).toBe(200);
    const later = await fileReport({ buyerClient: second, content });
    expect((await sellerClient.delete(`/api/contents/${content.id}`)).status).toBe(200);
    const ban = { status: "resolved", penaltyType: "ban", reason: "광고를 반복했습니다." };
    expect((await decide(admin, id, ban)).status).toBe(200);

    const kept = await look(id);
    expect(kept).toMatchObject({
      reportedNickname: seller.nickname,
      content: { title: "처음 제목", description: "처음 설명", price: 0 },
      comment: null,
      chatRoomId: null,
      messages: [],
    });
    expect(kept.content?.files).toEqual([{ name: "비밀 노트.txt", link: null }]);
    const picture = await admin.get(kept.content?.pictures[0] ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const path = `/api/admin/reports/${id}/evidence/files/0`;
    const download = await admin.get(path);
    expect(download.bytes.toString()).toBe(words);
    expect(download.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(download.headers.get("content-security-policy")).toContain("sandbox");
    expect(download.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await admin.get(`${path}/text`)).body).toMatchObject({ parts: [{ text: words }], isCut: false });
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(
      AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
    );
    expect(failing(await admin.get(`${path}/text`))).toBe("503 UNAVAILABLE");
    // Each report shows its own moment.
    expect((await look(later)).content).toMatchObject({
      title: "고친 제목",
      files: [{ link: "https://drive.google.com/file/d/1/view" }],
    });
    expect(failing(await admin.get(`/api/admin/reports/${later}/evidence/files/0`))).toBe("404 NOT_FOUND");
    expect(failing(await admin.get(`/api/admin/reports/${id}/evidence/files/1`))).toBe("404 NOT_FOUND");
    for (const client of [first, sellerClient]) expect((await client.get(path)).status).toBe(403);
    expect(file).not.toBe("");
  });

  it("keeps a version once, however many report it at once", async () => {
    const { content } = await sell();
    const before = [await count("content_snapshots"), await count("snapshot_objects")];
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = await app.as(await createUser(app.deps));
        await buy(app.url, client, content);
        return client;
      }),
    );
    const ids = await Promise.all(clients.map((buyerClient) => fileReport({ buyerClient, content })));
    expect(new Set(ids).size).toBe(6);
    expect([await count("content_snapshots"), await count("snapshot_objects")]).toEqual(
      [1, 2].map((more, at) => (before[at] ?? 0) + more),
    );
  });

  it("is another version with every field of the form that was edited", async () => {
    const { sellerClient, content, buyers, file, picture } = await sell();
    await fileReport({ buyerClient: buyers[0] ?? admin, content });
    const form: Record<string, unknown> = contentBody({
      ...{ title: "처음 제목", description: "처음 설명", price: 0 },
      ...{ fileUrls: [file], fileNames: ["비밀 노트.txt"], previewImageUrls: [picture] },
    });
    const edits: Record<string, unknown> = {
      title: "고친 제목",
      description: "고친 설명",
      category: "cooking",
      fileNames: ["고친 이름.txt"],
      previewImageUrls: [],
      price: 3_000,
      tags: ["고친 태그"],
      allowsCopying: false,
      fileUrls: ["https://drive.google.com/file/d/2/view"],
    };
    const fields = Object.keys(contentEdit.fields).filter((name) => name !== "versionNote");
    expect(Object.keys(edits).sort()).toEqual(fields.sort());
    const reporters = await Promise.all(
      Object.keys(edits).map(async () => {
        const client = await app.as(await createUser(app.deps));
        await buy(app.url, client, content);
        return client;
      }),
    );
    for (const [at, [field, value]] of Object.entries(edits).entries()) {
      const before = await count("content_snapshots");
      form[field] = value;
      const edited = await sellerClient.put(`/api/contents/${content.id}`, form);
      expect([field, edited.status]).toEqual([field, 200]);
      await fileReport({ buyerClient: reporters[at] ?? admin, content });
      expect([field, await count("content_snapshots")]).toEqual([field, before + 1]);
    }
  });

  it("says whether the text could be copied then, and nothing where that was not kept yet", async () => {
    const { sellerClient, content, buyers } = await sell();
    const report = (at: 0 | 1) => fileReport({ buyerClient: buyers[at] ?? admin, content });
    const allow = (allowsCopying: boolean) =>
      sellerClient.put(`/api/contents/${content.id}`, contentBody({ price: 0, allowsCopying }));
    const before = await report(0);
    await allow(false);
    const later = await report(1);
    await allow(true);
    const said = async () => [before, later].map(async (id) => (await look(id)).content?.allowsCopying);
    expect(await Promise.all(await said())).toEqual([true, false]);
    await app.deps.pool.query(
      `alter table content_snapshots disable trigger content_snapshots_keep;
       update content_snapshots set allows_copying = null;
       alter table content_snapshots enable trigger content_snapshots_keep`,
    );
    expect(await Promise.all(await said())).toEqual([undefined, undefined]);
  });

  it("keeps the earlier versions that its reporter bought, after edit and deletion, and no other's", async () => {
    const { content, sellerClient, buyers, file } = await sell();
    const bystander = await sell();
    const replace = async (text: string, client = sellerClient, sold = content) => {
      const url = await upload(client, Buffer.from(text), { kind: "file", fileName: "새 노트.txt" });
      const form = contentBody({ title: "고친 제목", price: 0, fileUrls: [url], fileNames: ["새 노트.txt"] });
      expect((await client.put(`/api/contents/${sold.id}`, form)).status).toBe(200);
    };
    const [harmless, newest] = ["해롭지 않은 두 번째 글", "신고한 뒤에 올린 글"];
    await replace(harmless);
    await replace("남의 두 번째 글", bystander.sellerClient, bystander.content);
    const late = await app.as(await createUser(app.deps));
    await buy(app.url, late, content);
    const [id, ofLate, elsewhere] = [
      await fileReport({ buyerClient: buyers[0] ?? admin, content }),
      await fileReport({ buyerClient: late, content }),
      await fileReport({ buyerClient: bystander.buyers[0] ?? admin, content: bystander.content }),
    ];
    await replace(newest);
    expect((await sellerClient.delete(`/api/contents/${content.id}`)).status).toBe(200);

    const first = { number: 1, files: [{ name: "비밀 노트.txt", link: null }] };
    const second = [{ name: "새 노트.txt", link: null }];
    const listed = async (report: string) => (await look(report)).content;
    expect(await listed(id)).toMatchObject({ files: second, earlierVersions: [first] });
    expect(await listed(ofLate)).toMatchObject({ files: second, earlierVersions: [] });
    expect(await listed(elsewhere)).toMatchObject({ files: second, earlierVersions: [first] });
    const base = (report: string) => `/api/admin/reports/${report}/evidence/files/0`;
    const path = `${base(id)}?version=1`;
    expect((await admin.get(path)).bytes.toString()).toBe(words);
    expect((await admin.get(base(id))).bytes.toString()).toBe(harmless);
    expect((await admin.get(`${base(id)}/text?version=1`)).body).toMatchObject({ parts: [{ text: words }] });
    expect((await admin.get(`${base(elsewhere)}?version=1`)).bytes.toString()).toBe(words);
    for (const [report, version] of [[ofLate, "1"], [id, "0"], [id, "01"], [id, "2"], [id, "3"], [id, "x"]])
      expect(failing(await admin.get(`${base(report ?? "")}?version=${version}`)), version).toBe("404 NOT_FOUND"); // oxfmt-ignore
    expect(failing(await admin.get(path.replace("files/0", "files/1")))).toBe("404 NOT_FOUND");
    for (const client of [sellerClient, late]) expect((await client.get(path)).status).toBe(403);
    const { rows } = await app.deps.pool.query<{ part: string }>(
      "select part from evidence_audits where admin_id = $1 and report_id = $2 order by id",
      [staff.id, id],
    );
    expect(rows.map(({ part }) => part)).toEqual(["case", "file 0 of version 1", "file 0"]);

    // As if nothing had been bought: the evidence alone keeps its version, and that the bytes.
    await app.deps.pool.query("update objects set kind = 'profile' where '/objects/uploads/' || id = $1", [
      file,
    ]);
    const removal = "delete from content_versions where content_id = $1";
    await expect(app.deps.pool.query(removal, [content.id])).rejects.toThrow(/report_evidence_versions/);
    await app.moveClock(8 * day);
    await removeOrphaned(app.deps);
    expect((await admin.get(path)).bytes.toString()).toBe(words);
  });

  it("keeps the talk up to that moment, by the names of then", async () => {
    const deal = await makeDeal(app);
    const say = (client: TestClient, message: string) =>
      client.post(`/api/chat/rooms/${deal.chatRoomId}/messages`, { message });
    await say(deal.sellerClient, "심한 말");
    await say(deal.buyerClient, "그만하세요");
    const { body } = await deal.buyerClient.post("/api/chat/reports", {
      chatRoomId: deal.chatRoomId,
      reportedUserId: deal.seller.id,
      reportReason: "harassment",
      reportDetails: "욕설",
    });
    const { id } = body["report"] as unknown as { id: string };
    await say(deal.sellerClient, "신고 뒤에 쓴 말");
    await app.deps.pool.query("update users set nickname = $2 where id = $1", [
      deal.seller.id,
      `바뀐${deal.seller.nickname}`.slice(0, 12),
    ]);
    const { report } = (await admin.get(`/api/admin/reports/${id}`)).body;
    expect(report).toMatchObject({
      reporter: { nickname: deal.buyer.nickname },
      reportedUser: { nickname: `바뀐${deal.seller.nickname}`.slice(0, 12) },
      nicknamesThen: { reporter: deal.buyer.nickname, reportedUser: deal.seller.nickname },
    });
    const kept = await look(id);
    expect(kept.messages.map(({ message, sender }) => [sender.nickname, message]).slice(1)).toEqual([
      [deal.seller.nickname, "심한 말"],
      [deal.buyer.nickname, "그만하세요"],
    ]);
    const newest = kept.messages.at(-1)?.id ?? "";
    expect((await look(id, `?limit=1&before=${newest}`)).messages.map(({ message }) => message)).toEqual([
      "심한 말",
    ]);
    await expect(
      app.deps.pool.query("update chat_messages set message = '고운 말' where message = '심한 말'"),
    ).rejects.toThrow(/never changes/);
  });

  it("keeps a comment that its author deletes", async () => {
    const deal = await makeDeal(app);
    const path = `/api/contents/${deal.content.id}/comments`;
    const { body } = await deal.buyerClient.post(path, { comment: "심한 댓글" });
    const reported = await deal.sellerClient.post("/api/reports", {
      reportType: "comment",
      commentId: body["id"],
      reportReason: "harassment",
      reportDetails: "욕설",
    });
    await deal.buyerClient.delete(`/api/comments/${String(body["id"])}`);
    const kept = await look((reported.body["report"] as unknown as { id: string }).id);
    expect(kept).toMatchObject({
      comment: { comment: "심한 댓글", state: "deleted" },
      content: { id: deal.content.id },
      reportedNickname: deal.buyer.nickname,
    });
  });

  it("is looked at by name: case, pictures and files are written down", async () => {
    const { content, buyers } = await sell();
    const id = await fileReport({ buyerClient: buyers[0] ?? admin, content });
    const base = `/api/admin/reports/${id}/evidence`;
    for (const path of ["", "", "/pictures/0", "/files/0", "/files/0/text", "/files/7"])
      await admin.get(`${base}${path}`);
    const { rows } = await app.deps.pool.query(
      "select admin_id, part from evidence_audits where report_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual(["case", "picture 0", "file 0"].map((part) => ({ admin_id: staff.id, part })));
    expect(failing(await admin.get(`/api/admin/reports/${randomUUID()}/evidence`))).toBe("404 NOT_FOUND");
  });

  it("keeps its files from the clean-up as long as the report, and no longer", async () => {
    const { content, sellerClient, buyers, file, picture } = await sell();
    const other = await sell();
    for (const sold of [content, other.content])
      // As if it had no buyers, so that the report alone keeps their files.
      await app.deps.pool.query("update objects set kind = 'profile' where id = any($1)", [
        (
          await app.deps.pool.query<{ id: string }>(
            "select substring(u from '[0-9a-f-]{36}$') as id from contents c, unnest(c.file_urls || c.preview_image_urls) u where c.id = $1",
            [sold.id],
          )
        ).rows.map(({ id }) => id),
      ]);
    const id = await fileReport({ buyerClient: buyers[0] ?? admin, content });
    for (const [client, sold] of [
      [sellerClient, content],
      [other.sellerClient, other.content],
    ] as const)
      await client.put(`/api/contents/${sold.id}`, contentBody({ price: 0 }));
    await app.deps.pool.query("delete from content_versions where content_id = any($1)", [
      [content.id, other.content.id],
    ]);
    const left = async () =>
      (
        await app.deps.pool.query<{ id: string }>(
          "select '/objects/uploads/' || id as id from objects where '/objects/uploads/' || id = any($1)",
          [[file, picture, other.file, other.picture]],
        )
      ).rows.map(({ id: path }) => path);
    await app.moveClock(8 * day);
    await removeOrphaned(app.deps);
    expect((await left()).sort()).toEqual([file, picture].sort());
    expect((await admin.get(`/api/admin/reports/${id}/evidence/files/0`)).bytes.toString()).toBe(words);

    await decide(admin, id, { status: "dismissed" });
    await app.moveClock(3 * 366 * day);
    await deleteExpired(app.deps);
    await removeOrphaned(app.deps);
    const later = await app.as(staff);
    expect(failing(await later.get(`/api/admin/reports/${id}/evidence`))).toBe("404 NOT_FOUND");
    expect(await left()).toEqual([]);
  });
});
