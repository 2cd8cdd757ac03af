import { contentEdit } from "@knowhow/shared/schemas.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { compoundBytes, imageBytes, officeBytes, pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";

describe("selling", () => {
  let app: TestApp;
  let owner: TestUser;
  let seller: TestClient;
  let visitor: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    owner = await createSeller(app.deps);
    seller = await app.as(owner);
    visitor = app.visitor();
  });
  afterAll(() => app.stop());

  const create = async (overrides: Record<string, unknown> = {}, client = seller) => {
    const { status, body } = await client.post("/api/contents", contentBody(overrides));
    expect(status).toBe(201);
    return body as unknown as {
      id: string;
      price: number;
      title: string;
      updatedAt: string;
      uploadTime: string;
    };
  };
  const pdf = (fileName = "교재.pdf", client = seller) =>
    upload(client, pdfBytes(), { kind: "file", fileName, type: "application/pdf" });
  const preview = async () => upload(seller, await imageBytes(), { kind: "preview", type: "image/png" });

  it("puts a content with files and previews on the market", async () => {
    const [file, extra, image] = [await pdf("1권.pdf"), await pdf("2권.pdf"), await preview()];
    const { status, body } = await seller.post(
      "/api/contents",
      contentBody({ fileUrls: [file, extra], previewImageUrls: [image], sellerId: "someone else" }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: "엑셀 자동화 입문",
      price: 10_000,
      fileUrls: [file, extra],
      fileUrl: file,
      fileNames: ["1권.pdf", "2권.pdf"],
      fileCount: 2,
      isExternalLink: false,
      previewImageUrls: [image],
      previewImageUrl: image,
      sellerId: owner.id,
      mentorNickname: owner.nickname,
      viewCount: 0,
      isOwner: true,
      isListed: true,
      hasPurchased: false,
    });
    expect(body["updatedAt"]).toBe(body["uploadTime"]);
    const seen = await visitor.get(`/api/contents/${String(body["id"])}`);
    expect(seen.body).toMatchObject({
      fileUrls: [],
      fileUrl: "",
      fileNames: ["1권.pdf", "2권.pdf"],
      isOwner: false,
    });
    expect(seen.body["previewImageUrl"]).toMatch(/^\/api\/proxy-image\/.*\/0\?v=/);
    const [newest] = (await visitor.get("/api/contents")).body as unknown as { id: string }[];
    expect(newest?.id).toBe(body["id"]);
  });

  it("keeps every field of the form, made or edited", async () => {
    const files = [await pdf("1권.pdf"), await pdf("2권.pdf")];
    const pictures = [await preview(), await preview()];
    const formOf = (at: 0 | 1) => ({
      title: `제목 ${at}`,
      description: `설명 ${at}`,
      category: (["cooking", "sports"] as const)[at],
      price: 5_000 + at,
      tags: ["요리", "한 끼"].slice(at),
      fileUrls: files.slice(at),
      fileNames: ["1부.pdf", "2부.pdf"].slice(at),
      previewImageUrls: pictures.slice(at),
      allowsCopying: at === 1,
    });
    const fields = Object.keys(contentEdit.fields).filter((name) => name !== "versionNote");
    expect(Object.keys(formOf(0)).sort()).toEqual(fields.sort());
    const { id } = await create(formOf(0));
    expect((await seller.get(`/api/contents/${id}`)).body).toMatchObject(formOf(0));
    const { body } = await seller.put(`/api/contents/${id}`, formOf(1));
    // Answers leave it out where it is true.
    expect({ allowsCopying: true, ...body }).toMatchObject(formOf(1));
  });

  it("says that its text is not to be copied, until an edit says otherwise", async () => {
    const file = await pdf("교재.pdf");
    const form = { fileUrls: [file] };
    const { id } = await create({ ...form, allowsCopying: false });
    const shown = async (): Promise<unknown> =>
      (await visitor.get(`/api/contents/${id}`)).body["allowsCopying"];
    expect(await shown()).toBe(false);
    // A form of before does not know of it.
    await seller.put(`/api/contents/${id}`, contentBody({ ...form, title: "새 제목" }));
    expect(await shown()).toBe(false);
    expect(
      failing(await seller.put(`/api/contents/${id}`, contentBody({ ...form, allowsCopying: "아니요" }))),
    ).toBe("400 VALIDATION");
    await seller.put(`/api/contents/${id}`, contentBody({ ...form, allowsCopying: true }));
    expect(await shown()).toBeUndefined();
  });

  it("names a link after its host", async () => {
    const { body } = await seller.post("/api/contents", contentBody());
    expect(body).toMatchObject({ isExternalLink: true, fileNames: ["drive.google.com"] });
  });

  it("needs a session, and a bank account for what costs something", async () => {
    expect(failing(await visitor.post("/api/contents", contentBody()))).toBe("401 LOGIN_REQUIRED");
    const poor = await app.as(await createUser(app.deps));
    expect(failing(await poor.post("/api/contents", contentBody()))).toBe("400 BANK_ACCOUNT_REQUIRED");
    await create({ price: 0 }, poor);
  });

  it.each([
    ["no title", { title: " " }, "400 VALIDATION"],
    ["a cheap price", { price: 1_499 }, "400 PRICE_TOO_LOW"],
    ["a price in a list", { price: [2_000] }, "400 VALIDATION"],
    ["an unknown category", { category: "food" }, "400 VALIDATION"],
    ["neither file nor link", { fileUrls: [] }, "400 FILE_OR_LINK_REQUIRED"],
    ["a shortener", { fileUrls: ["https://bit.ly/a"] }, "400 UNTRUSTED_LINK"],
    ["an unknown object", { fileUrls: [`/objects/uploads/${crypto.randomUUID()}`] }, "404 NOT_FOUND"],
    ["another path", { fileUrls: ["/objects/derived/x"] }, "404 NOT_FOUND"],
  ])("refuses %s", async (_what, overrides, expected) => {
    expect(failing(await seller.post("/api/contents", contentBody(overrides)))).toBe(expected);
  });

  it("takes only the caller's own finished uploads", async () => {
    const other = await app.as(await createSeller(app.deps));
    const othersFile = await pdf("남의 것.pdf", other);
    expect(failing(await seller.post("/api/contents", contentBody({ fileUrls: [othersFile] })))).toBe(
      "404 NOT_FOUND",
    );
    const { body } = await seller.post("/api/objects/upload", { kind: "file" });
    expect(failing(await seller.post("/api/contents", contentBody({ fileUrls: [body["objectPath"]] })))).toBe(
      "404 NOT_FOUND",
    );
  });

  it("judges bytes and extension together", async () => {
    const attempt = async (bytes: Buffer, fileName: string, more: Record<string, unknown> = {}) => {
      const path = await upload(seller, bytes, { fileName });
      return seller.post("/api/contents", contentBody({ fileUrls: [path], ...more }));
    };
    expect(failing(await attempt(officeBytes.docx(), "교재.pdf"))).toBe("415 UNSUPPORTED_TYPE");
    expect(failing(await attempt(Buffer.from("MZ\u0090\0\u0003binary\0"), "교재.pdf"))).toBe(
      "415 UNSUPPORTED_TYPE",
    );
    expect(failing(await attempt(await imageBytes(), "그림.png"))).toBe("415 UNSUPPORTED_TYPE");
    expect(failing(await attempt(pdfBytes(), "교재.pdf", { fileNames: ["교재.exe"] }))).toBe(
      "415 UNSUPPORTED_TYPE",
    );
    const hwp = await attempt(compoundBytes(["FileHeader", "DocInfo"]), "교재 1.2", {
      fileNames: ["교재 최종본 1.2"],
    });
    expect(hwp.body["fileNames"]).toEqual(["교재 최종본 1.2.hwp"]);
    const image = await upload(seller, pdfBytes(), { fileName: "그림.pdf" });
    expect(failing(await seller.post("/api/contents", contentBody({ previewImageUrls: [image] })))).toBe(
      "415 UNSUPPORTED_TYPE",
    );
  });

  it("names each file and image that can not be taken, in its place", async () => {
    const right = await pdf("교재.pdf");
    const fake = await upload(seller, Buffer.from("MZ\u0090\0\u0003binary\0"), { fileName: "fake.pdf" });
    const picture = await upload(seller, Buffer.from("no picture"), {
      kind: "preview",
      fileName: "표지.png",
    });
    const { objectPath } = (await seller.post("/api/objects/upload", { kind: "file" })).body;
    const answer = await seller.post(
      "/api/contents",
      contentBody({ fileUrls: [right, fake, objectPath], previewImageUrls: [picture] }),
    );
    const wrongFile = "fake.pdf: 파일 내용이 확장자와 다릅니다. 원본 파일인지 확인해주세요.";
    const wrongPicture = "표지.png: 파일 내용이 확장자와 다릅니다. 원본 파일인지 확인해주세요.";
    expect(failing(answer)).toBe("415 UNSUPPORTED_TYPE");
    expect(answer.body).toMatchObject({ message: wrongFile });
    expect(answer.body["fields"]).toEqual({
      fileUrls: wrongFile,
      "fileUrls[1]": wrongFile,
      "fileUrls[2]": "업로드한 파일을 찾을 수 없습니다. 다시 업로드해주세요.",
      previewImageUrls: wrongPicture,
      "previewImageUrls[0]": wrongPicture,
    });
    // A refused form leaves its uploads unused.
    const { rows } = await app.deps.pool.query<{ n: number }>(
      "select count(*)::int as n from objects where id = $1 and attached_at is not null",
      [right.split("/").at(-1)],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it("limits extra files to 50 MB", async () => {
    const [small, big] = [await pdf(), await pdf()];
    await app.deps.storage.write(
      big.replace("/objects/uploads/", "arrived/"),
      Buffer.alloc(50 * 1024 * 1024 + 1, "%PDF-1.4\n1 0 obj\n%%EOF\n"),
    );
    expect(failing(await seller.post("/api/contents", contentBody({ fileUrls: [small, big] })))).toBe(
      "413 TOO_LARGE",
    );
    await create({ fileUrls: [big, small] });
  });

  it("repeats the first answer for the same Idempotency-Key", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await seller.post("/api/contents", contentBody(), { headers });
    const again = await seller.post("/api/contents", contentBody(), { headers });
    expect(again.body["id"]).toBe(first.body["id"]);
  });

  it("is edited by its owner alone, and remembers when", async () => {
    const file = await pdf();
    const content = await create({ fileUrls: [file] });
    const path = `/api/contents/${content.id}`;
    expect(failing(await visitor.put(path, contentBody()))).toBe("401 LOGIN_REQUIRED");
    const other = await app.as(await createSeller(app.deps));
    expect(failing(await other.put(path, contentBody()))).toBe("403 NOT_OWNER");
    expect(failing(await seller.put(path, contentBody({ title: "" })))).toBe("400 VALIDATION");
    const same = await seller.put(path, contentBody({ fileUrls: [file] }));
    expect(same.body["updatedAt"]).toBe(content.updatedAt);
    const edited = await seller.put(path, contentBody({ fileUrls: [file], title: "엑셀 자동화 2판" }));
    expect(edited.body["title"]).toBe("엑셀 자동화 2판");
    expect(Date.parse(String(edited.body["updatedAt"]))).toBeGreaterThan(Date.parse(content.updatedAt));
    expect(failing(await seller.put(`/api/contents/${crypto.randomUUID()}`, contentBody()))).toBe(
      "404 NOT_FOUND",
    );
  });

  it("lets one of two simultaneous edits of the same version win", async () => {
    const content = await create();
    const edit = (title: string) =>
      seller.put(`/api/contents/${content.id}`, contentBody({ title }), {
        headers: { "if-match": `"${content.updatedAt}"` },
      });
    const answers = await Promise.all([edit("첫째"), edit("둘째"), edit("셋째")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body["code"]).toBe("EDIT_CONFLICT");
  });

  it("leaves the market when deleted, and stays with who bought it", async () => {
    const content = await create({ price: 0 });
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, { ...content, sellerId: owner.id });
    const path = `/api/contents/${content.id}`;
    const other = await app.as(await createUser(app.deps));
    expect(failing(await other.delete(path))).toBe("403 NOT_OWNER");
    expect((await seller.delete(path)).body).toEqual({ ok: true });
    expect(failing(await seller.delete(path))).toBe("404 NOT_FOUND");
    expect(failing(await other.delete(path))).toBe("404 NOT_FOUND");
    expect(failing(await visitor.get(path))).toBe("404 NOT_FOUND");
    expect(failing(await other.get(path))).toBe("404 NOT_FOUND");
    expect((await buyer.get(path)).body).toMatchObject({ isListed: false, hasPurchased: true });
    expect((await seller.get(path)).body).toMatchObject({ isListed: false, isOwner: true });
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    expect(failing(await admin.get(path))).toBe("404 NOT_FOUND");
    const library = (await buyer.get("/api/buyer/contents")).body as unknown as { id: string }[];
    expect(library.map(({ id }) => id)).toEqual([content.id]);
    const ownContents = (await seller.get("/api/my-contents?limit=100")).body as unknown as { id: string }[];
    expect(ownContents.map(({ id }) => id)).not.toContain(content.id);
  });

  it("treats a banned seller's contents as deleted, and brings them back with the seller", async () => {
    const banned = await createSeller(app.deps);
    const content = await create({}, await app.as(banned));
    const path = `/api/contents/${content.id}`;
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [banned.id]);
    expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.get(`/api/contents/${content.id}/comments`)).status).toBe(404);
    await app.deps.pool.query("update users set is_banned = 0 where id = $1", [banned.id]);
    expect((await visitor.get(path)).status).toBe(200);
  });
});
