import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { Answer, TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { pdfBytes } from "../../../testing/sampleFiles.ts";
import { contentBody, putBytes, requestUpload, upload } from "../../../testing/uploads.ts";
import { arrivalKeyOf, idOf } from "../../storage/StoredObject.ts";
import { UploadAborted } from "./arrivingBody.ts";
import { receiveUpload } from "./uploads.ts";

const megabyte = 1024 * 1024;

describe("uploads", () => {
  let app: TestApp;
  let user: TestUser;
  let client: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    user = await createUser(app.deps);
    client = await app.as(user);
  });
  afterAll(() => app.stop());

  const failing = ({ status, body }: Answer) =>
    `${status} ${String((body as Answer["body"] | undefined)?.code)}`;
  const pdf = pdfBytes();
  const open = async (form: Parameters<typeof requestUpload>[1] = {}) => {
    const { status, body } = await requestUpload(client, form);
    expect(status).toBe(200);
    return body as unknown as { uploadURL: string; objectPath: string };
  };
  const announced = {
    kind: "file",
    fileName: "교재.pdf",
    size: pdf.length,
    contentType: "application/pdf",
  } as const;

  it("gives an address whose path is the object's", async () => {
    const { uploadURL, objectPath } = await open(announced);
    expect(objectPath).toMatch(/^\/objects\/uploads\/[0-9a-f-]{36}$/);
    expect(new URL(uploadURL).pathname).toBe(objectPath.replace("/objects", "/.private"));
    expect(new URL(uploadURL).origin).toBe(app.url);
    expect((await putBytes(app.visitor(), uploadURL, pdf, "application/pdf")).status).toBe(200);
    const stored = await app.deps.storage.stat(arrivalKeyOf(idOf(objectPath) ?? ""));
    expect(stored).toMatchObject({ size: pdf.length });
  });

  it("needs a session, and none that is suspended", async () => {
    expect(failing(await requestUpload(app.visitor()))).toBe("401 LOGIN_REQUIRED");
    const suspended = await createUser(app.deps);
    await app.deps.pool.query(
      "update users set suspended_until = app_now() + interval '1 day' where id = $1",
      [suspended.id],
    );
    expect(failing(await requestUpload(await app.as(suspended)))).toBe("403 SUSPENDED");
  });

  it.each([
    [{ kind: "file", size: 500 * megabyte + 1 }, "413 TOO_LARGE"],
    [{ kind: "extra", size: 50 * megabyte + 1 }, "413 TOO_LARGE"],
    [{ kind: "preview", size: 10 * megabyte + 1 }, "413 TOO_LARGE"],
    [{ kind: "profile", size: 5 * megabyte + 1 }, "413 TOO_LARGE"],
    [{ size: 10 * megabyte + 1 }, "413 TOO_LARGE"],
    [{ kind: "file", fileName: "게임.exe" }, "415 UNSUPPORTED_TYPE"],
    [{ fileName: "게임.EXE" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "file", fileName: "확장자 없는 이름" }, "415 UNSUPPORTED_TYPE"],
    [{ fileName: "README" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "preview", fileName: "그림." }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "file", fileName: "그림.png" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "preview", fileName: "교재.pdf" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "preview", contentType: "application/pdf" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "file", contentType: "text/html" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "file", contentType: "application/x-msdownload" }, "415 UNSUPPORTED_TYPE"],
    [{ kind: "movie" }, "400 VALIDATION"],
    [{ kind: "file", size: 0 }, "400 VALIDATION"],
  ])("refuses to open %o", async (form, expected) => {
    expect(failing(await client.post("/api/objects/upload", form))).toBe(expected);
  });

  it("stops at ten gigabytes a person, open addresses included", async () => {
    const rich = await createUser(app.deps);
    const richClient = await app.as(rich);
    for (let index = 0; index < 20; index += 1) {
      const { status } = await requestUpload(richClient, { kind: "file", size: 500 * megabyte });
      expect(status).toBe(200);
    }
    expect(failing(await requestUpload(richClient, { kind: "file", size: 500 * megabyte }))).toBe(
      "413 TOO_LARGE",
    );
    const left = await Promise.all(
      Array.from({ length: 5 }, () => requestUpload(richClient, { kind: "file", size: 100 * megabyte })),
    );
    expect(left.map(({ status }) => status).sort()).toEqual([200, 200, 413, 413, 413]);
  });

  it("refuses an altered address", async () => {
    const { uploadURL } = await open(announced);
    const put = (change: (url: URL) => void) => {
      const url = new URL(uploadURL);
      change(url);
      return putBytes(client, url.toString(), pdf, "application/pdf");
    };
    const other = (await open(announced)).objectPath.split("/").at(-1) ?? "";
    const alter = (name: string, value: string) => (url: URL) => {
      url.searchParams.set(name, value);
    };
    const changes = [
      alter("size", String(pdf.length + 1)),
      alter("expires", String(Date.now() + 10 * 3_600_000)),
      alter("max", "99999999999"),
      alter("type", ""),
      alter("signature", ""),
      (url: URL) => {
        url.pathname = url.pathname.replace(/[^/]+$/, other);
      },
    ];
    for (const change of changes) expect(failing(await put(change))).toBe("403 UPLOAD_ADDRESS_INVALID");
    expect((await put(() => undefined)).status).toBe(200);
  });

  it("refuses an address after fifteen minutes", async () => {
    const { uploadURL } = await open(announced);
    await app.moveClock(14 * 60_000);
    expect((await putBytes(client, uploadURL, pdf, "application/pdf")).status).toBe(200);
    await app.moveClock(61_000);
    expect(failing(await putBytes(client, uploadURL, pdf, "application/pdf"))).toBe(
      "403 UPLOAD_ADDRESS_INVALID",
    );
  });

  it("refuses another type and another length", async () => {
    const { uploadURL, objectPath } = await open(announced);
    expect(failing(await putBytes(client, uploadURL, pdf, "text/plain"))).toBe("415 UNSUPPORTED_TYPE");
    expect(failing(await putBytes(client, uploadURL, pdf.subarray(1), "application/pdf"))).toBe(
      "413 TOO_LARGE",
    );
    expect(failing(await putBytes(client, uploadURL, Buffer.concat([pdf, pdf]), "application/pdf"))).toBe(
      "413 TOO_LARGE",
    );
    expect(await app.deps.storage.stat(arrivalKeyOf(idOf(objectPath) ?? ""))).toBeUndefined();
    const free = await open();
    expect(failing(await putBytes(client, free.uploadURL, Buffer.alloc(0), "application/pdf"))).toBe(
      "400 VALIDATION",
    );
  });

  const chunked = (address: string, chunks: Buffer[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = httpRequest(
        address,
        { method: "PUT", headers: { "content-type": "application/pdf" } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      call.once("error", reject);
      for (const chunk of chunks) call.write(chunk);
      call.end();
    });

  it("counts bytes that come without a length", async () => {
    const exact = await open(announced);
    expect(await chunked(exact.uploadURL, [pdf, Buffer.from("more")])).toBe(413);
    expect(await chunked(exact.uploadURL, [pdf.subarray(0, 5)])).toBe(413);
    expect(await chunked(exact.uploadURL, [pdf.subarray(0, 5), pdf.subarray(5)])).toBe(200);
    const open10 = await open({ kind: "file", contentType: "application/pdf" });
    expect(await chunked(open10.uploadURL, [pdf])).toBe(200);
    const small = await open();
    const eleven = Array.from({ length: 11 }, () => Buffer.alloc(megabyte, 1));
    expect(await chunked(small.uploadURL, eleven)).toBe(413);
  });

  it("takes other bytes at the same address until the object is in use, and none after", async () => {
    const { uploadURL, objectPath } = await open(announced);
    const other = Buffer.from(pdf.toString("latin1").replace("knowhow", "KNOWHOW"), "latin1");
    expect((await putBytes(client, uploadURL, pdf, "application/pdf")).status).toBe(200);
    expect((await putBytes(client, uploadURL, other, "application/pdf")).status).toBe(200);
    const created = await client.post("/api/contents", contentBody({ price: 0, fileUrls: [objectPath] }));
    expect(created.status).toBe(201);
    expect(failing(await putBytes(client, uploadURL, pdf, "application/pdf"))).toBe(
      "403 UPLOAD_ADDRESS_INVALID",
    );
    const path = `/api/download/${String(created.body["id"])}/0`;
    expect((await client.get(path)).bytes.equals(other)).toBe(true);
  });

  const waiting = () => readdir(`${app.dataDir}/objects/incoming`);

  it("leaves nothing behind of an upload that was cut off, no error in the log either", async () => {
    const requestId = randomUUID();
    const logged = vi.spyOn(app.deps.log, "error");
    const lines = vi.spyOn(app.deps.log, "info");
    const { uploadURL, objectPath } = await open({
      kind: "file",
      size: megabyte,
      contentType: "application/pdf",
    });
    await new Promise<void>((resolve) => {
      const headers = {
        "content-type": "application/pdf",
        "content-length": String(megabyte),
        "x-request-id": requestId,
      };
      const call = httpRequest(uploadURL, { method: "PUT", headers });
      call.once("error", () => {
        resolve();
      });
      call.write(Buffer.alloc(1_000));
      void expect
        .poll(waiting)
        .toHaveLength(1)
        .finally(() => call.destroy(new Error("gone")));
    });
    await expect.poll(waiting).toEqual([]);
    expect(await app.deps.storage.stat(arrivalKeyOf(idOf(objectPath) ?? ""))).toBeUndefined();
    // The line of the request is the last that is written of it.
    await expect
      .poll(() => lines.mock.calls)
      .toContainEqual([expect.objectContaining({ requestId }), "request"]);
    expect(logged.mock.calls).toEqual([]);
    logged.mockRestore();
    lines.mockRestore();
  });

  it("survives a sender who leaves while the place for the bytes is prepared, and takes those of others", async () => {
    const others = await app.as(await createUser(app.deps));
    const logged = vi.spyOn(app.deps.log, "error");
    const { direct } = app.deps.storage;
    const { uploadURL } = await open();
    const call = httpRequest(uploadURL, { method: "PUT", headers: { "content-type": "application/pdf" } });
    const left = once(call, "error");
    const { stage } = direct;
    const staged = new Promise<unknown>((resolve, reject) => {
      vi.spyOn(direct, "stage").mockImplementationOnce(async (source, maxSize) => {
        call.destroy(new Error("gone"));
        await expect.poll(() => source.destroyed).toBe(true);
        const staging = stage(source, maxSize);
        staging.then(resolve, reject);
        return staging;
      });
    });
    call.write(pdf);
    await left;
    await expect(staged).rejects.toThrow(UploadAborted);
    const other = await openAs(others);
    expect((await putBytes(others, other.uploadURL, pdf, "application/pdf")).status).toBe(200);
    expect((await putBytes(client, uploadURL, pdf, "application/pdf")).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(logged.mock.calls).toEqual([]);
    logged.mockRestore();
  });

  /** Starts an upload of unknown length and stops, until `end`; gives the response. */
  const begin = (address: string) => {
    const call = httpRequest(address, { method: "PUT", headers: { "content-type": "application/pdf" } });
    const status = new Promise<number>((resolve) => {
      call.once("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      call.once("error", () => resolve(0));
    });
    call.write(pdf);
    return { status, end: () => call.end(), drop: () => call.destroy() };
  };
  const openAs = async (caller: TestClient) =>
    (await requestUpload(caller, { kind: "file", contentType: "application/pdf" })).body as unknown as {
      uploadURL: string;
      objectPath: string;
    };

  it("takes one upload at an address at a time", async () => {
    const { uploadURL } = await openAs(client);
    const first = begin(uploadURL);
    await expect.poll(waiting).toHaveLength(1);
    expect(failing(await putBytes(client, uploadURL, pdf, "application/pdf"))).toBe(
      "403 UPLOAD_ADDRESS_INVALID",
    );
    first.end();
    expect(await first.status).toBe(200);
    expect((await putBytes(client, uploadURL, pdf, "application/pdf")).status).toBe(200);
  });

  it("takes a few of a person's uploads at a time, lets some wait, and takes those of others beside", async () => {
    const others = await app.as(await createUser(app.deps));
    const addresses = await Promise.all(Array.from({ length: 31 }, () => openAs(client)));
    const started = addresses.map(({ uploadURL }) => begin(uploadURL));
    // Ten hold places, twenty wait; the last one is refused at once.
    expect(await Promise.race(started.map(({ status }) => status))).toBe(503);
    await expect.poll(waiting).toHaveLength(10);
    const othersUpload = await openAs(others);
    expect((await putBytes(others, othersUpload.uploadURL, pdf, "application/pdf")).status).toBe(200);
    for (const { drop } of started) drop();
    await expect.poll(waiting).toEqual([]);
    await expect
      .poll(
        async () => (await putBytes(client, addresses[30]?.uploadURL ?? "", pdf, "application/pdf")).status,
      )
      .toBe(200);
  });

  it("gives the place of who sends too slowly to others", async () => {
    const { uploadURL, objectPath } = await openAs(client);
    const id = idOf(objectPath) ?? "";
    const query = new URL(uploadURL).searchParams;
    const ended: unknown[] = [];
    const server = createServer((request, response) => {
      const pace = { bytesPerSecond: 1_000_000, graceMs: 100 };
      void receiveUpload(app.deps, { id, query, request, pace })
        .catch((error: unknown) => ended.push(error))
        .finally(() => response.end());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // It listens on a port.
    const slow = begin(`http://127.0.0.1:${port}/`);
    await slow.status;
    expect(ended).toMatchObject([{ code: "VALIDATION" }]);
    expect(await waiting()).toEqual([]);
    slow.drop();
    server.close();
    expect((await putBytes(client, uploadURL, pdf, "application/pdf")).status).toBe(200);
  });

  it("refuses what there is no room for before it comes", async () => {
    const rich = await createUser(app.deps);
    const richClient = await app.as(rich);
    const { uploadURL } = await openAs(richClient);
    for (let index = 0; index < 20; index += 1)
      await requestUpload(richClient, { kind: "file", size: 500 * megabyte, contentType: "application/pdf" });
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = { "content-type": "application/pdf", "content-length": String(400 * megabyte) };
      const call = httpRequest(uploadURL, { method: "PUT", headers }, (found) => {
        found.resume();
        resolve(found.statusCode ?? 0);
        call.destroy();
      });
      call.once("error", reject);
      call.write(pdf);
    });
    expect(answer).toBe(413);
    expect(await waiting()).toEqual([]);
  });

  it("cleans the names of files", async () => {
    const names = async (fileName: string) => {
      const path = await upload(client, pdf, { kind: "file", fileName });
      const { body } = await client.post("/api/contents", contentBody({ price: 0, fileUrls: [path] }));
      return body["fileNames"] as unknown as string[];
    };
    expect(await names("../../etc/교재.pdf")).toEqual(["교재.pdf"]);
    expect(await names("C:\\자료\\교재.pdf")).toEqual(["교재.pdf"]);
    expect(await names("교재\u202Efdp.pdf")).toEqual(["교재fdp.pdf"]);
    expect(await names("교재.pdf".normalize("NFD"))).toEqual(["교재.pdf"]);
    expect(await names("..")).toEqual(["파일.pdf"]);
    expect(await names(".pdf")).toEqual(["파일.pdf"]);
    const long = await names(`${"가".repeat(200)}.pdf`);
    expect([...(long[0] ?? "")]).toHaveLength(150);
    expect(long[0]).toMatch(/가\.pdf$/);
  });
});
