import { megabyte, storageQuota, uploadLimits } from "@knowhow/shared";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { arrivalKeyOf, idOf } from "../../storage/StoredObject.ts";
import { cleanUp } from "../retention/cleanUp.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { append, appendSlowly, begin, encodeMetadata, look, measureArrived, openResumable, tusHeaders } from "../../../testing/resumable.ts"; // oxfmt-ignore
import { startS3, type TestS3 } from "../../../testing/s3.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody } from "../../../testing/uploads.ts";

const day = 24 * 60 * 60_000;

const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe.each(["folder", "S3"])("a resumable upload into %s", (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let client: TestClient;

  beforeAll(async () => {
    s3 = kind === "S3" ? await startS3() : undefined;
    app = await startTestApp(s3?.env);
    client = await app.as(await createSeller(app.deps));
  });
  afterAll(async () => {
    await app.stop();
    await s3?.stop();
  });

  const stored = async (path: string): Promise<Buffer> => {
    const source = await app.deps.storage.open(arrivalKeyOf(idOf(path) ?? ""));
    return Buffer.from(await text(source.setEncoding("latin1")), "latin1");
  };
  const sizeOf = (address: string) => measureArrived(app, address);

  it("comes in pieces, is an object with the last, and can be sold", async () => {
    const bytes = pdfBytes();
    const metadata = { kind: "file", filename: "한글 자료.pdf", filetype: "application/pdf" };
    const opened = await openResumable(client, bytes.length, { ...metadata, draftId: randomUUID() });
    expect([opened.status, opened.headers.get("tus-resumable")]).toEqual([201, "1.0.0"]);
    const address = opened.headers.get("location") ?? "";
    expect(address).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    expect(opened.headers.get("access-control-allow-origin")).toBeNull();
    expect(Date.parse(opened.headers.get("upload-expires") ?? "")).toBeGreaterThan(Date.now() + 6 * day);

    const half = Math.floor(bytes.length / 2);
    const first = await append(client, address, 0, bytes.subarray(0, half));
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, String(half)]);
    expect(first.headers.get("upload-expires")).not.toBeNull();
    const between = await look(client, address);
    expect(between.status).toBe(200);
    expect(between.headers.get("upload-offset")).toBe(String(half));
    expect(between.headers.get("upload-length")).toBe(String(bytes.length));
    expect(between.headers.get("upload-metadata")).toBe(encodeMetadata(metadata));
    expect(between.headers.get("upload-object-path")).toBeNull();

    const last = await append(client, address, half, bytes.subarray(half));
    const path = last.headers.get("upload-object-path") ?? "";
    expect([last.status, path]).toEqual([204, address.replace("/api/", "/objects/")]);
    expect((await look(client, address)).headers.get("upload-object-path")).toBe(path);
    expect(digest(await stored(path))).toBe(digest(bytes));
    expect(await sizeOf(address)).toBeUndefined();

    // The last piece's response was lost, and one piece is sent too many.
    const again = await append(client, address, bytes.length, Buffer.of());
    expect([again.status, again.headers.get("upload-object-path")]).toEqual([204, path]);
    expect((await append(client, address, half, bytes.subarray(half))).body["code"]).toBe("UPLOAD_OFFSET");

    const sold = await client.post("/api/contents", contentBody({ price: 0, fileUrls: [path] }));
    expect([sold.status, sold.body["fileNames"]]).toEqual([201, ["한글 자료.pdf"]]);
    const { id } = sold.body as unknown as { id: string };
    expect(digest((await client.get(`/api/download/${id}/0`)).bytes)).toBe(digest(bytes));
  });

  it("goes on where a broken line left it", async () => {
    const bytes = randomBytes(megabyte);
    const address = await begin(client, bytes.length, { kind: "file", filename: "a.zip" });
    const broken = appendSlowly(client, address, { offset: 0, length: bytes.length });
    broken.write(bytes.subarray(0, 300_000));
    await expect.poll(() => sizeOf(address)).toBe(300_000);
    broken.destroy();
    const offset = Number((await look(client, address)).headers.get("upload-offset"));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(300_000);
    const rest = await append(client, address, offset, bytes.subarray(offset));
    expect(digest(await stored(rest.headers.get("upload-object-path") ?? ""))).toBe(digest(bytes));
  });

  it("takes the place of a line that nobody knows to be broken", async () => {
    const address = await begin(client, 1_000, {});
    const silent = appendSlowly(client, address, { offset: 0, length: 1_000 });
    silent.write(Buffer.alloc(400, 1));
    await expect.poll(() => sizeOf(address)).toBe(400);
    const found = await look(client, address);
    expect([found.status, found.headers.get("upload-offset")]).toEqual([200, "400"]);
    expect(await silent.answered).toBe(204);
    silent.destroy();
    expect((await append(client, address, 400, Buffer.alloc(600, 2))).status).toBe(204);
  });

  it("becomes one object, however many send its end at once", async () => {
    const bytes = randomBytes(200_000);
    const address = await begin(client, bytes.length, { kind: "file", filename: "a.zip" });
    const answers = await Promise.all(Array.from({ length: 5 }, () => append(client, address, 0, bytes)));
    const won = answers.filter(({ status }) => status === 204);
    expect(won.length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([204, 409, 423, 503]).toContain(status);
    const path = (await look(client, address)).headers.get("upload-object-path") ?? "";
    expect(digest(await stored(path))).toBe(digest(bytes));
    const { rows } = await app.deps.pool.query(
      "select size, uploaded_at is not null as is_here, file_name from objects where id = $1",
      [idOf(path)],
    );
    expect(rows).toEqual([{ size: bytes.length, is_here: true, file_name: "a.zip" }]);
    expect(await sizeOf(address)).toBeUndefined();
  });

  it("is ended by a DELETE, also while it is sent", async () => {
    const address = await begin(client, 1_000, {});
    const sending = appendSlowly(client, address, { offset: 0, length: 1_000 });
    sending.write(Buffer.alloc(400, 1));
    await expect.poll(() => sizeOf(address)).toBe(400);
    const removed = await client.request("DELETE", address, undefined, { headers: tusHeaders });
    expect(removed.status).toBe(204);
    expect([204, 404]).toContain(await sending.answered);
    sending.destroy();
    expect((await look(client, address)).status).toBe(404);
    expect((await append(client, address, 400, Buffer.alloc(600))).status).toBe(404);
    expect(await sizeOf(address)).toBeUndefined();
  });
});

describe.each(["folder", "S3"])("any resumable upload into %s", (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let client: TestClient;

  beforeAll(async () => {
    s3 = kind === "S3" ? await startS3() : undefined;
    app = await startTestApp(s3?.env);
    client = await app.as(await createSeller(app.deps));
  });
  afterAll(async () => {
    await app.stop();
    await s3?.stop();
  });

  const zip = { kind: "file", filename: "a.zip" };
  /** A user with room for one large file, not for two. */
  const crowded = async () => {
    const user = await createUser(app.deps);
    await app.deps.pool.query(
      `insert into objects (id, owner_id, size, uploaded_at) values ($1, $2, $3, app_now())`,
      [randomUUID(), user.id, storageQuota - 600 * megabyte],
    );
    return user;
  };

  it("is nobody else's", async () => {
    const address = await begin(client, 10, {});
    const other = await app.as(await createUser(app.deps));
    const answers = [
      await look(other, address),
      await append(other, address, 0, Buffer.alloc(10)),
      await other.request("DELETE", address, undefined, { headers: tusHeaders }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await look(client, address)).headers.get("upload-offset")).toBe("0");
    expect((await look(client, "/api/uploads/..%2f..%2fsecrets.json")).status).toBe(404);
  });

  it.each([
    ["of no bytes", 0, {}, 400, "VALIDATION"],
    ["of no number of bytes", "1e3", {}, 400, "VALIDATION"],
    ["of less than none", -1, {}, 400, "VALIDATION"],
    [
      "larger than its kind",
      uploadLimits.preview + 1,
      { kind: "preview", filename: "a.png" },
      413,
      "TOO_LARGE",
    ],
    ["larger than without a kind", uploadLimits.default + 1, {}, 413, "TOO_LARGE"],
    ["of a program", 10, { kind: "file", filename: "a.exe" }, 415, "UNSUPPORTED_TYPE"],
    ["without an extension", 10, { kind: "file", filename: "교재" }, 415, "UNSUPPORTED_TYPE"],
    ["of another type", 10, { kind: "file", filename: "a.png" }, 415, "UNSUPPORTED_TYPE"],
    ["of another content type", 10, { kind: "preview", filetype: "text/html" }, 415, "UNSUPPORTED_TYPE"],
    ["of no kind that there is", 10, { kind: "secret" }, 400, "VALIDATION"],
    ["with too long a name", 10, { filename: "가".repeat(256) }, 400, "VALIDATION"],
    ["with NUL in its type", 10, { filetype: "a\0b" }, 400, "VALIDATION"],
    ["of no draft", 10, { draftId: "1" }, 400, "VALIDATION"],
  ] as const)("%s is refused", async (_what, size, metadata, status, code) => {
    const answer = await openResumable(client, size, metadata);
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    expect(answer.body["message"]).toMatch(/[가-힣]/);
  });

  it.each([
    ["no base64", "filename ***"],
    ["an empty key", "kind ZmlsZQ==, YQ=="],
    ["a key twice", "kind ZmlsZQ==,kind ZmlsZQ=="],
    ["a key of the language", "__proto__ YQ=="],
    ["nothing but commas", ",,,"],
  ])("whose metadata is %s is refused", async (_what, metadata) => {
    const answer = await openResumable(client, 10, {}, { "upload-metadata": metadata });
    expect([answer.status, answer.body["code"]]).toEqual([400, "VALIDATION"]);
  });

  it("takes any name that can be kept, and none that fills a header", async () => {
    const metadata = { filename: "\u202E‮a\0b.pdf", kind: "file", unknown: "x" };
    expect((await openResumable(client, 10, metadata)).status).toBe(201);
    const broken = `filename ${Buffer.concat([Buffer.of(0xff, 0xfe, 0xc0), Buffer.from(".pdf")]).toString("base64")}`;
    expect((await openResumable(client, 10, {}, { "upload-metadata": broken })).status).toBe(201);
    const huge = encodeMetadata({ filename: "a".repeat(20_000) });
    const answer = await openResumable(client, 10, {}, { "upload-metadata": huge });
    expect(answer.status).toBe(431);
  });

  it("speaks one version, without deferred lengths or parts", async () => {
    const plain = await client.request("POST", "/api/uploads", undefined, {
      headers: { "upload-length": "1" },
    });
    expect([plain.status, plain.body["code"]]).toEqual([412, "UPLOAD_PROTOCOL"]);
    expect(plain.headers.get("tus-version")).toBe("1.0.0");
    const unspoken: Record<string, string>[] = [
      { "upload-defer-length": "1" },
      { "upload-concat": "partial" },
    ];
    for (const headers of unspoken) {
      const answer = await openResumable(client, 10, {}, headers);
      expect([400, 412]).toContain(answer.status);
    }
  });

  it("takes bytes at its end alone, and no more than were announced", async () => {
    const address = await begin(client, 10, {});
    const codeOf = async (sent: Promise<Answer>): Promise<unknown> => (await sent).body["code"];
    expect(await codeOf(append(client, address, 3, Buffer.alloc(3)))).toBe("UPLOAD_OFFSET");
    expect(await codeOf(append(client, address, 0, Buffer.alloc(11)))).toBe("TOO_LARGE");
    expect(await codeOf(append(client, address, 0, Buffer.alloc(1), { "upload-offset": "x" }))).toBe("VALIDATION"); // oxfmt-ignore
    expect(await codeOf(append(client, address, 0, Buffer.alloc(1), { "content-type": "text/plain" }))).toBe("UNSUPPORTED_TYPE"); // oxfmt-ignore
    expect((await look(client, address)).headers.get("upload-offset")).toBe("0");
    expect((await append(client, address, 0, Buffer.alloc(4))).status).toBe(204);
    expect(await codeOf(append(client, address, 0, Buffer.alloc(4)))).toBe("UPLOAD_OFFSET");
  });

  it("keeps to its owner's room, of which what stands still takes as much as has come", async () => {
    const own = await app.as(await crowded());
    const first = await begin(own, 400 * megabyte, zip);
    expect((await openResumable(own, 400 * megabyte, zip)).body["code"]).toBe("TOO_LARGE");
    await app.moveClock(16 * 60_000);
    const second = await begin(own, 400 * megabyte, zip);
    expect((await append(own, first, 0, Buffer.alloc(10))).body["code"]).toBe("TOO_LARGE");
    expect((await append(own, second, 0, Buffer.alloc(10))).status).toBe(204);
  });

  it("takes its whole room for as long as bytes of it come", async () => {
    const own = await app.as(await crowded());
    const slow = await begin(own, 400 * megabyte, zip);
    const sending = appendSlowly(own, slow, { offset: 0, length: 400 * megabyte });
    sending.write(Buffer.alloc(10));
    await expect.poll(() => measureArrived(app, slow)).toBe(10);
    await app.moveClock(16 * 60_000);
    expect((await openResumable(own, 400 * megabyte, zip)).body["code"]).toBe("TOO_LARGE");
    sending.destroy();
    expect((await look(own, slow)).headers.get("upload-offset")).toBe("10");
    await app.moveClock(16 * 60_000);
    expect((await openResumable(own, 400 * megabyte, zip)).status).toBe(201);
  });

  it("goes with its bytes a week after the last one, and with whoever leaves or is banned", async () => {
    const [leaver, banned] = [await createUser(app.deps), await createUser(app.deps)];
    const [old, fresh] = [await begin(client, 10, {}), await begin(client, 10, {})];
    const others = [await begin(await app.as(leaver), 10, {}), await begin(await app.as(banned), 10, {})];
    await append(client, old, 0, Buffer.alloc(4));
    await app.moveClock(7 * day - 60_000);
    await append(client, fresh, 0, Buffer.alloc(4));
    await cleanUp(app.deps);
    expect((await look(client, old)).status).toBe(200);
    await app.moveClock(2 * 60_000);
    await app.deps.pool.query("update users set left_at = app_now() where id = $1", [leaver.id]);
    await app.deps.pool.query("update users set is_banned = 1 where id = $1", [banned.id]);
    await cleanUp(app.deps);
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select id from uploads where object_id is null",
    );
    expect(rows.map(({ id }) => `/api/uploads/${id}`)).toEqual([fresh]);
    expect(others).toHaveLength(2);
    expect(await app.deps.storage.pieces.ids()).toEqual(rows.map(({ id }) => id));
    expect((await look(client, old)).status).toBe(404);
  });

  it("is told from bytes that no upload belongs to, which go", async () => {
    const { pieces } = app.deps.storage;
    const [address, lost] = [await begin(client, 10, {}), randomUUID()];
    await append(client, address, 0, Buffer.alloc(4));
    await pieces.append(lost, Readable.from([Buffer.alloc(10)]), 0);
    await cleanUp(app.deps);
    expect([await pieces.sizeOf(lost), await pieces.sizeOf(basename(address))]).toEqual([0, 4]);
  });

  it("leaves no pieces where a killed process removed but some", async () => {
    const { pieces } = app.deps.storage;
    const address = await begin(client, 10, zip);
    await append(client, address, 0, Buffer.alloc(10));
    await pieces.append(basename(address), Readable.from([Buffer.alloc(4)]), 0);
    await cleanUp(app.deps);
    expect(await pieces.ids()).not.toContain(basename(address));
  });
});

describe("a resumable upload into S3", () => {
  it("is busy, not lost, while the store is away", async () => {
    const s3 = await startS3();
    const app = await startTestApp(s3.env);
    const client = await app.as(await createSeller(app.deps));
    const address = await begin(client, 10, {});
    expect((await append(client, address, 0, Buffer.alloc(4))).status).toBe(204);
    s3.refuse({ method: "GET", query: "list-type" });
    const away = await look(client, address);
    expect(away.status).toBe(423);
    s3.refuse(undefined);
    await expect.poll(async () => (await look(client, address)).status).toBe(200);
    expect((await look(client, address)).headers.get("upload-offset")).toBe("4");
    await app.stop();
    await s3.stop();
  });
});
