import { createHash, randomBytes } from "node:crypto";
import { readdir, readlink } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { failing, type TestClient } from "../../../testing/client.ts";
import { createSeller, createUser } from "../../../testing/factories.ts";
import { buy } from "../../../testing/payments.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, upload } from "../../../testing/uploads.ts";
import { findKeyInUse } from "../../storage/inUse.ts";
import { idOf } from "../../storage/StoredObject.ts";

describe("downloads", () => {
  let app: TestApp;
  let seller: TestClient;
  let buyer: TestClient;
  let other: TestClient;
  let content: { id: string; title: string; price: number; sellerId: string };
  let path: string;
  const name = "주식 투자 “첫걸음” (2판) – 50%.pdf";
  const bytes = Buffer.concat([pdfBytes(), randomBytes(100_000)]);

  beforeAll(async () => {
    app = await startTestApp();
    seller = await app.as(await createSeller(app.deps));
    buyer = await app.as(await createUser(app.deps));
    other = await app.as(await createUser(app.deps));
    const file = await upload(seller, bytes, { kind: "file", fileName: name, type: "application/pdf" });
    const created = await seller.post("/api/contents", contentBody({ fileUrls: [file] }));
    content = created.body as unknown as typeof content;
    path = `/api/download/${content.id}/0`;
    await buy(app.url, buyer, content);
  });
  afterAll(() => app.stop());

  const range = (value: string, more: Record<string, string> = {}) =>
    buyer.get(path, { headers: { range: value, ...more } });

  it("gives buyers the same bytes under their Korean name", async () => {
    const answer = await buyer.get(path);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    const disposition = answer.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename="/);
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "";
    expect(decodeURIComponent(encoded)).toBe(name);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
  });

  it("is for buyers, the owner and administrators", async () => {
    expect(failing(await app.visitor().get(path))).toBe("401 LOGIN_REQUIRED");
    expect(failing(await other.get(path))).toBe("403 PURCHASE_REQUIRED");
    expect((await seller.get(path)).status).toBe(200);
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    expect((await admin.get(path)).status).toBe(200);
    for (const missing of [`/api/download/${content.id}/1`, `/api/download/${content.id}/x`]) {
      expect(failing(await buyer.get(missing))).toBe("404 NOT_FOUND");
    }
    expect(failing(await buyer.get(`/api/download/${crypto.randomUUID()}/0`))).toBe("404 NOT_FOUND");
  });

  it.each([
    ["bytes=0-9", 0, 10],
    ["bytes=100-", 100, bytes.length],
    ["bytes=-500", bytes.length - 500, bytes.length],
    [`bytes=50-${bytes.length * 2}`, 50, bytes.length],
    [`bytes=-${bytes.length * 2}`, 0, bytes.length],
  ])("sends the range %s", async (value, start, end) => {
    const answer = await range(value);
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${bytes.length}`);
    expect(answer.headers.get("content-length")).toBe(String(end - start));
    expect(answer.bytes.equals(bytes.subarray(start, end))).toBe(true);
  });

  it("refuses a range outside, and ignores those it does not know", async () => {
    const outside = await range(`bytes=${bytes.length}-`);
    expect(failing(outside)).toBe("416 RANGE_NOT_SATISFIABLE");
    expect(failing(await range("bytes=-0"))).toBe("416 RANGE_NOT_SATISFIABLE");
    expect(outside.headers.get("content-range")).toBe(`bytes */${bytes.length}`);
    expect(outside.headers.get("content-disposition")).toBeNull();
    for (const unknown of ["lines=1-2", "bytes=0-1,5-6", "bytes=abc", "bytes=9-5", "bytes=-"])
      expect((await range(unknown)).status, unknown).toBe(200);
  });

  it("says the digest of a range where it is wanted, and of nothing larger", async () => {
    const wanted = { "want-content-digest": "sha-256=1" };
    const answer = await range("bytes=10-99", wanted);
    const hash = createHash("sha256").update(bytes.subarray(10, 100)).digest("base64");
    expect(answer.headers.get("content-digest")).toBe(`sha-256=:${hash}:`);
    expect(answer.bytes.equals(bytes.subarray(10, 100))).toBe(true);
    expect((await range("bytes=10-99")).headers.get("content-digest")).toBeNull();
    expect((await buyer.get(path, { headers: wanted })).headers.get("content-digest")).toBeNull();
  });

  it("says the digest of the whole beside a range, to those who may have it, and reads the file once for it", async () => {
    const wanted = { "want-repr-digest": "sha-256=1" };
    const hash = createHash("sha256").update(bytes).digest("base64");
    const open = vi.spyOn(app.deps.storage, "open");
    for (const opened of [2, 3]) {
      const answer = await range("bytes=10-99", wanted);
      expect(answer.headers.get("repr-digest")).toBe(`sha-256=:${hash}:`);
      expect(answer.bytes.equals(bytes.subarray(10, 100))).toBe(true);
      expect(open).toHaveBeenCalledTimes(opened);
    }
    open.mockRestore();
    expect((await range("bytes=10-99")).headers.get("repr-digest")).toBeNull();
    const refused = await other.get(path, { headers: { ...wanted, range: "bytes=10-99" } });
    expect([failing(refused), refused.headers.get("repr-digest")]).toEqual(["403 PURCHASE_REQUIRED", null]);
  });

  it("continues only the same file (If-Range), and repeats nothing (If-None-Match)", async () => {
    const etag = (await buyer.get(path)).headers.get("etag") ?? "";
    expect((await range("bytes=0-9", { "if-range": etag })).status).toBe(206);
    expect((await range("bytes=0-9", { "if-range": '"other"' })).status).toBe(200);
    const again = await buyer.get(path, { headers: { "if-none-match": etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it("tells about itself (HEAD)", async () => {
    const head = await buyer.request("HEAD", path);
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
    expect(head.headers.get("content-disposition")).toContain("attachment");
  });

  it("leads to an external link without being kept", async () => {
    const link = "https://drive.google.com/file/d/abc/view?usp=sharing";
    const created = await seller.post("/api/contents", contentBody({ fileUrls: [link] }));
    const answer = await seller.get(`/api/download/${String(created.body["id"])}/0`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(link);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(failing(await other.get(`/api/download/${String(created.body["id"])}/0`))).toBe(
      "403 PURCHASE_REQUIRED",
    );
  });

  it("answers 404 when the bytes are gone", async () => {
    const file = await upload(seller, pdfBytes(), { kind: "file", fileName: "a.pdf" });
    const created = await seller.post("/api/contents", contentBody({ fileUrls: [file] }));
    await app.deps.storage.remove((await findKeyInUse(app.deps, idOf(file) ?? "")) ?? "");
    expect(failing(await seller.get(`/api/download/${String(created.body["id"])}/0`))).toBe("404 NOT_FOUND");
  });

  it("moves 200 MB both ways without holding them, and stops when the caller goes", async () => {
    const size = 200 * 1024 * 1024;
    const chunk = randomBytes(1024 * 1024);
    const hash = createHash("sha256");
    const head = pdfBytes();
    // Without an end it would be searched for what can be shown of it.
    const end = Buffer.from("startxref\n0\n%%EOF\n");
    const source = function* () {
      hash.update(head);
      yield head;
      for (let left = size - head.length - end.length; left > 0; left -= chunk.length) {
        const part = chunk.subarray(0, left);
        hash.update(part);
        yield part;
      }
      hash.update(end);
      yield end;
    };
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const opened = await seller.post("/api/objects/upload", {
      kind: "file",
      size,
      contentType: "application/pdf",
    });
    const { uploadURL, objectPath } = opened.body as unknown as { uploadURL: string; objectPath: string };
    const put = await fetch(uploadURL, {
      method: "PUT",
      headers: { "content-type": "application/pdf", "content-length": String(size) },
      body: Readable.toWeb(Readable.from(source())), // Node's own web streams.
      duplex: "half",
    });
    expect(put.status).toBe(200);
    const created = await seller.post("/api/contents", contentBody({ price: 0, fileUrls: [objectPath] }));
    expect(created.status).toBe(201);
    const cookie = [...seller.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const target = `${app.url}/api/download/${String(created.body["id"])}/0`;
    const received = createHash("sha256");
    const answer = await fetch(target, { headers: { cookie } });
    for await (const part of answer.body ?? []) received.update(part);
    expect(received.digest("hex")).toBe(hash.digest("hex"));
    await new Promise<void>((resolve, reject) => {
      const call = httpRequest(target, { headers: { cookie } }, (started) => {
        started.once("data", () => call.destroy()).once("close", resolve);
      });
      call.once("error", reject).end();
    });
    clearInterval(timer);
    expect(peak - before).toBeLessThan(100 * 1024 * 1024);
    // The file that it was reading is closed.
    const id = objectPath.split("/").at(-1) ?? "";
    const openFiles = async () => {
      const targets = (await readdir("/proc/self/fd")).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ""),
      );
      return (await Promise.all(targets)).filter((name) => name.endsWith(id));
    };
    if (process.platform === "linux") await expect.poll(openFiles).toEqual([]);
  });
});
