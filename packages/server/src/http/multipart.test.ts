import { AppError } from "@knowhow/shared";
import Koa from "koa";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeError } from "./errorHandler.ts";
import { listen, type Listening } from "./listen.ts";
import { receiveForm } from "./multipart.ts";
import { usualPace } from "./pace.ts";
import { createRoom, receivingFolder, sweepReceiving } from "./receiving.ts";

const megabyte = 1024 * 1024;
const boundary = "----knowhow";

/** A part as browsers write it. */
const part = (name: string, value: string, fileName?: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
  `${fileName === undefined ? "" : `; filename="${fileName}"`}\r\n\r\n${value}\r\n`;
const end = `--${boundary}--\r\n`;

describe("a form with a file", () => {
  let dataDir: string;
  let server: Listening;
  let maxBytes = megabyte;
  let pace = usualPace;
  let openPlace = createRoom(200 * megabyte);
  /** What the last form left on the disk while it was looked at, and the failure it ended with. */
  let seen: { fields: Record<string, string>; text: string; name: string; size: number } | undefined;
  let failure: unknown;
  /** Waited for before a form is read. */
  let prepare: (request: IncomingMessage) => Promise<unknown> | undefined = () => undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "knowhow-form-"));
    const app = new Koa();
    app.use(async (ctx) => {
      try {
        await prepare(ctx.req);
        const form = await receiveForm(ctx, dataDir, { maxBytes }, { pace, openPlace });
        try {
          const file = form.requireFile();
          const text = file.size < megabyte ? await readFile(file.path, "utf8") : "";
          seen = { fields: form.fields, text, name: file.name, size: file.size };
          ctx.body = { ok: true };
        } finally {
          await form.discard();
        }
      } catch (error) {
        failure = error;
        if (!(error instanceof AppError)) throw error;
        writeError(ctx, error);
      }
    });
    app.silent = true;
    server = await listen(app, 0, "127.0.0.1");
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    seen = undefined;
    failure = undefined;
    prepare = () => undefined;
    maxBytes = megabyte;
    pace = usualPace;
    openPlace = createRoom(200 * megabyte);
  });

  const left = () => readdir(receivingFolder(dataDir)).catch(() => []);

  const arrived = async () => {
    const folder = receivingFolder(dataDir);
    const sizes = (await left()).map(async (name) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };

  const open = (headers: Record<string, string | number> = {}) => {
    const call = request({
      port: server.port,
      host: "127.0.0.1",
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}`, ...headers },
    });
    call.on("error", () => undefined);
    return call;
  };

  const post = async (body: string, headers?: Record<string, string | number>) => {
    const call = open(headers);
    call.end(body);
    const [response] = (await once(call, "response")) as [{ statusCode: number; resume(): void }]; // typed as any
    response.resume();
    return response.statusCode;
  };

  it("gives fields and file, with names in Korean, and leaves nothing", async () => {
    const body =
      part("userDescription", "설명\n둘째 줄") + part("file", "내용", "강의 노트.txt") + part("x", "y") + end;
    expect(await post(body)).toBe(200);
    expect(seen).toEqual({
      fields: { userDescription: "설명\n둘째 줄", x: "y" },
      text: "내용",
      name: "강의 노트.txt",
      size: 6,
    });
    expect(await left()).toEqual([]);
  });

  it("takes the first file called file, and no other", async () => {
    const body = part("other", "a", "a.txt") + part("file", "b", "b.txt") + part("file", "c", "c.txt") + end;
    expect(await post(body)).toBe(200);
    expect(seen).toMatchObject({ text: "b", name: "b.txt" });
    expect(await left()).toEqual([]);
  });

  it.each([
    ["no file", part("userDescription", "a") + end],
    ["a field in its place", part("file", "a") + end],
    ["a file that was not chosen", part("file", "", "") + end],
    ["an end in the middle", part("file", "abc", "a.txt")],
    ["no parts at all", "nonsense"],
    ["nothing", ""],
  ])("refuses %s", async (_name, body) => {
    expect(await post(body)).toBe(400);
    expect(await left()).toEqual([]);
  });

  it("wants a form, with what parts it", async () => {
    expect(await post("a=1", { "content-type": "application/x-www-form-urlencoded" })).toBe(415);
    expect(await post("{}", { "content-type": "application/json" })).toBe(415);
    expect(await post("x", { "content-type": "multipart/form-data" })).toBe(400);
  });

  it("takes a file of exactly the limit, and none above", async () => {
    maxBytes = 1_000;
    expect(await post(part("file", "a".repeat(1_000), "a.txt") + end)).toBe(200);
    expect(seen?.size).toBe(1_000);
    expect(await post(part("file", "a".repeat(1_001), "a.txt") + end)).toBe(413);
    expect(await left()).toEqual([]);
  });

  it("refuses by the announced length, before anything has arrived", async () => {
    const call = open({ "content-length": 3 * megabyte });
    call.flushHeaders();
    const [response] = (await once(call, "response")) as [{ statusCode: number }]; // typed as any
    expect(response.statusCode).toBe(413);
    call.destroy();
  });

  it("deletes what came of a file whose sender hung up", async () => {
    const call = open();
    call.write(part("file", "a".repeat(300_000), "a.txt").slice(0, -2));
    await expect.poll(left).toHaveLength(1);
    call.destroy();
    await expect.poll(left).toEqual([]);
    await expect.poll(() => failure).toMatchObject({ code: "VALIDATION" });
  });

  it("ends when its sender has hung up before it is read, and takes the next one", async () => {
    const call = open();
    prepare = async (coming) => {
      prepare = () => undefined;
      call.destroy();
      await new Promise((resolve) => coming.once("close", resolve));
    };
    call.write(part("file", "a".repeat(1_000), "a.txt").slice(0, -2));
    await expect.poll(() => failure).toMatchObject({ code: "VALIDATION" });
    expect(await left()).toEqual([]);
    expect(await post(part("file", "내용", "a.txt") + end)).toBe(200);
  });

  it("tells whoever sends nothing any more, hangs up, and keeps nothing", async () => {
    pace = { bytesPerSecond: 64 * 1024, graceMs: 300 };
    const call = open();
    call.write(part("file", "a".repeat(300_000), "a.txt").slice(0, -2));
    const [response] = (await once(call, "response")) as [IncomingMessage]; // typed as any
    expect(response.statusCode).toBe(400);
    expect(await json(response)).toMatchObject({ message: expect.stringContaining("느려") });
    await once(call, "close");
    expect(failure).toMatchObject({ code: "VALIDATION" });
    await expect.poll(left).toEqual([]);
  });

  it("takes no more than there is room for, by what has arrived, and gives the room back", async () => {
    maxBytes = 30 * megabyte;
    openPlace = createRoom(20 * megabyte);
    const file = (megabytes: number) => part("file", "b".repeat(megabytes * megabyte), "b.txt") + end;
    const begun = [open(), open()];
    for (const call of begun) call.write(part("file", "a".repeat(8 * megabyte), "a.txt").slice(0, -2));
    await expect.poll(arrived).toBe(16 * megabyte);
    expect(await post(file(3))).toBe(200);
    expect(await post(file(6))).toBe(503);
    expect(failure).toMatchObject({ code: "UNAVAILABLE", details: { retryAfter: 10 } });
    expect(await arrived()).toBe(16 * megabyte);
    for (const call of begun) call.destroy();
    await expect.poll(left).toEqual([]);
    expect(await post(file(19))).toBe(200);
  });

  it("keeps large files out of memory", async () => {
    maxBytes = 200 * megabyte;
    const chunk = "a".repeat(megabyte);
    const call = open();
    call.write(part("file", "", "a.txt").slice(0, -2));
    const before = process.memoryUsage().rss;
    let maxRss = 0;
    for (let sent = 0; sent < 150; sent += 1) {
      if (!call.write(chunk)) await once(call, "drain");
      maxRss = Math.max(maxRss, process.memoryUsage().rss - before);
    }
    call.end(`\r\n${end}`);
    const [response] = (await once(call, "response")) as [{ statusCode: number; resume(): void }]; // typed as any
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(seen?.size).toBe(150 * megabyte);
    expect(maxRss).toBeLessThan(100 * megabyte);
    expect(await left()).toEqual([]);
  });
});

describe("what killed processes left", () => {
  it("goes when the next one starts; other running ones keep theirs", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "knowhow-sweep-"));
    const parent = join(dataDir, "receiving");
    const host = hostname();
    // Number 1 always runs; the highest numbers never do.
    const folders = [`${host}.${process.pid}`, `${host}.1`, `${host}.4194999`, "elsewhere.7", "long-gone.7"];
    for (const folder of folders) {
      await mkdir(join(parent, folder), { recursive: true });
      await writeFile(join(parent, folder, "left"), "x");
    }
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
    await utimes(join(parent, "long-gone.7"), longAgo, longAgo);
    await sweepReceiving(dataDir);
    expect((await readdir(parent)).sort()).toEqual([`${host}.1`, "elsewhere.7"].sort());
    await rm(dataDir, { recursive: true });
    await sweepReceiving(dataDir);
  });
});
