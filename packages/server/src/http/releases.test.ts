import Koa from "koa";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp } from "../../testing/app.ts";
import { startServerProcess } from "../../testing/process.ts";
import { startS3, type TestS3 } from "../../testing/s3.ts";
import { backUp } from "../backup/backUp.ts";
import { readConfig } from "../config.ts";
import { cleanUp } from "../features/retention/cleanUp.ts";
import { createFolderStorage } from "../storage/folderStorage.ts";
import { keepRelease, openReleases, removeOldReleases } from "../storage/releases.ts";
import { createS3Storage } from "../storage/s3Storage.ts";
import type { Storage } from "../storage/storage.ts";
import { listen } from "./listen.ts";
import { pages } from "./pages.ts";

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
const signingKey = Buffer.alloc(32, 7);
const log = { warn: vi.fn() };
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "knowhow-releases-"));
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(() => {
  log.warn.mockClear();
});

/** A build with its own start, what all builds share, and files that are loaded late. */
const build = async (release: string): Promise<string> => {
  const folder = join(root, randomBytes(6).toString("hex"));
  await mkdir(join(folder, "assets/pdfjs-5/cmaps"), { recursive: true });
  const script = `start("${release}");`;
  const files: Record<string, string | Buffer> = {
    "index.html": `<head><script src="/assets/index-${release}.js"></script></head>`,
    [`assets/index-${release}.js`]: script,
    [`assets/index-${release}.js.br`]: brotliCompressSync(script),
    [`assets/index-${release}.js.gz`]: gzipSync(script),
    [`assets/Late_Screen-${release}.js`]: `late("${release}");`,
    [`assets/style-${release}.css`]: "",
    [`assets/pdf.worker-${release}.js`]: "worker();",
    "assets/libraries-shared.js": "libraries();",
    [`assets/pdfjs-5/cmaps/${release}.bcmap`]: release,
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return folder;
};

const serve = async (appDir: string, storage: Storage) => {
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: root, APP_DIR: appDir });
  const releases = openReleases(storage);
  const server = await listen(new Koa().use(pages(config, { releases })), 0);
  const get = (path: string, init?: RequestInit) =>
    fetch(`http://localhost:${server.port}/assets/${path}`, init);
  return { get, close: () => server.close() };
};

const releasesIn = async (storage: Storage): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list("releases/")) keys.push(key);
  return keys.sort();
};

describe.each(["a folder", "S3"])("releases, kept in %s", (kind) => {
  let s3: TestS3 | undefined;
  let folder: string;
  let storage: Storage;
  beforeEach(async () => {
    folder = join(root, randomBytes(6).toString("hex"));
    if (kind !== "S3") {
      storage = createFolderStorage({ root: folder, signingKey });
      return;
    }
    s3 = await startS3();
    storage = createS3Storage({ settings: s3.settings, folder: join(folder, "incoming"), signingKey, log });
    return async () => {
      storage.close();
      await s3?.stop();
    };
  });

  it("serve one another's files, both ways, also once a build is gone", async () => {
    const [oldDir, newDir] = [await build("old"), await build("new")];
    const older = await serve(oldDir, storage);
    const newer = await serve(newDir, storage);
    expect((await older.get("index-new.js")).status).toBe(404);
    const stops = [
      await keepRelease({ appDir: oldDir, storage, log }),
      await keepRelease({ appDir: newDir, storage, log }),
    ];
    try {
      for (const [server, other] of [
        [older, "new"],
        [newer, "old"],
      ] as const) {
        for (const encoding of ["br", "gzip", "identity"]) {
          const answer = await server.get(`index-${other}.js`, { headers: { "Accept-Encoding": encoding } });
          expect(answer.status).toBe(200);
          expect(await answer.text()).toBe(`start("${other}");`);
          expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
          expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/);
          expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
          expect(answer.headers.get("vary")).toBe("Accept-Encoding");
        }
        const head = await server.get(`Late_Screen-${other}.js`, { method: "HEAD" });
        expect([head.status, head.headers.get("content-length")]).toEqual([200, "12"]);
        expect(await (await server.get(`pdfjs-5/cmaps/${other}.bcmap`)).text()).toBe(other);
        expect((await server.get(`style-${other}.css`)).headers.get("content-type")).toMatch(/^text\/css/);
        const worker = await server.get(`pdf.worker-${other}.js`);
        expect(worker.headers.get("content-security-policy")).toContain("default-src 'none'");
      }
      await rm(oldDir, { recursive: true });
      expect(await (await newer.get("Late_Screen-old.js")).text()).toBe('late("old");');
    } finally {
      for (const stop of stops) stop();
      await Promise.all([older.close(), newer.close()]);
    }
  });

  it("are put there once, whatever number of processes starts", async () => {
    const appDir = await build("one");
    const stage = vi.spyOn(storage.direct, "stage");
    for (let process = 0; process < 3; process += 1) (await keepRelease({ appDir, storage, log }))();
    expect(stage).toHaveBeenCalledTimes(1);
    expect(await releasesIn(storage)).toHaveLength(1);
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("answer hostile names with 404, and look for them once a second together", async () => {
    const [here, there] = [await build("here"), await build("there")];
    (await keepRelease({ appDir: there, storage, log }))();
    const [key = ""] = await releasesIn(storage);
    const server = await serve(here, storage);
    const list = vi.spyOn(storage, "list");
    const ask = async (name: string) => {
      const { status, headers } = await server.get(name);
      expect([name, status, headers.get("cache-control")]).toEqual([name, 404, "no-store"]);
    };
    try {
      const hostile = [
        "..%2findex.js",
        "%2e%2e%2f%2e%2e%2fpackage.json",
        "a%00.js",
        "a//b.js",
        ".releases.json",
      ];
      for (const name of [...hostile, `..%2F${key}.js`, "index-there.js.br", "pdfjs-5/.hidden/there.bcmap"])
        await ask(name);
      expect(list).not.toHaveBeenCalled();
      const missing = ["__proto__.js", "constructor.js", "index-THERE.js", `${"a".repeat(4_000)}.js`];
      await Promise.all([...missing, ...Array.from({ length: 200 }, (_, age) => `index-${age}.js`)].map(ask));
      expect(list.mock.calls.length).toBeLessThan(20);
    } finally {
      await server.close();
    }
  });

  it("give what they share while one of them is left", async () => {
    const dirs = [await build("first"), await build("second")];
    const appDir = await build("third");
    await rm(join(appDir, "assets/libraries-shared.js"));
    for (const one of dirs) (await keepRelease({ appDir: one, storage, log }))();
    const server = await serve(appDir, storage);
    try {
      expect((await server.get("libraries-shared.js")).status).toBe(200);
      const [first = "", second = ""] = await releasesIn(storage);
      await storage.remove(first);
      expect(await (await server.get("libraries-shared.js")).text()).toBe("libraries();");
      await storage.remove(second);
      expect((await server.get("libraries-shared.js")).status).toBe(404);
    } finally {
      await server.close();
    }
  });

  it("start without a storage, and are put there once it is back", async () => {
    const appDir = await build("patient");
    const list = vi.spyOn(storage, "list").mockImplementationOnce(() => {
      throw new Error("away");
    });
    const stop = await keepRelease({ appDir, storage, log }, { retryMs: 10 });
    try {
      expect(list).toHaveBeenCalledTimes(1);
      expect(log.warn).toHaveBeenCalledTimes(1);
      await expect.poll(() => releasesIn(storage)).toHaveLength(1);
    } finally {
      stop();
    }
  });

  it.runIf(kind === "S3")("answer 503, not 404, while the store says nothing of others", async () => {
    const server = await serve(await build("here"), storage);
    s3?.refuse({ method: "GET" });
    try {
      // The error handler of the whole product stands further out.
      expect((await server.get("index-other.js")).status).toBe(503);
      s3?.refuse(undefined);
      expect((await server.get("index-other.js")).status).toBe(404);
    } finally {
      await server.close();
    }
  });

  it.runIf(kind === "a folder")("are announced anew, and removed a week after the last time", async () => {
    const agoMs = (key: string, ms: number) =>
      utimes(join(folder, key), new Date(), new Date(Date.now() - ms));
    const [running, gone] = [await build("running"), await build("gone")];
    (await keepRelease({ appDir: gone, storage, log }))();
    const [goneKey = ""] = await releasesIn(storage);
    (await keepRelease({ appDir: running, storage, log }))();
    const runningKey = (await releasesIn(storage)).find((key) => key !== goneKey) ?? "";
    await agoMs(goneKey, 7 * dayMs);
    await agoMs(runningKey, 13 * hourMs);
    (await keepRelease({ appDir: running, storage, log }))();
    expect(await removeOldReleases(storage)).toBe(0);
    await agoMs(goneKey, 8 * dayMs + hourMs);
    expect(await removeOldReleases(storage)).toBe(1);
    expect(await releasesIn(storage)).toEqual([runningKey]);
    // Nothing is newer: the clock of this machine decides nothing.
    await agoMs(runningKey, 30 * dayMs);
    expect(await removeOldReleases(storage)).toBe(0);
  });
});

it("server processes of two releases share their files, which the clean-up removes and no backup has", async () => {
  const app = await startTestApp();
  const [oldDir, newDir] = [await build("old"), await build("new")];
  const start = (appDir: string) => startServerProcess(app, { NODE_ENV: "local", APP_DIR: appDir });
  const [older, newer] = [await start(oldDir), await start(newDir)];
  const ask = async ({ url }: { url: string }, name: string) => (await fetch(`${url}/assets/${name}`)).status;
  const { storage, config } = app.deps;
  try {
    expect(await ask(older, "index-new.js")).toBe(200);
    expect(await ask(newer, "index-old.js")).toBe(200);
    await older.kill();
    await rm(oldDir, { recursive: true });
    expect(await ask(newer, "index-old.js")).toBe(200);

    const { objects } = await backUp({ databaseUrl: app.databaseUrl, storage, config }, join(root, "backup"));
    expect(objects.filter(({ key }) => key.startsWith("releases/"))).toEqual([]);

    const before = new Date(Date.now() - 9 * dayMs);
    const [oldest = ""] = await oldestFirst(storage);
    await utimes(join(app.dataDir, "objects", oldest), before, before);
    await cleanUp(app.deps);
    expect(await releasesIn(storage)).toHaveLength(1);
    expect(await ask(newer, "index-old.js")).toBe(404);
    expect(await ask(newer, "index-new.js")).toBe(200);
  } finally {
    await Promise.all([older.kill(), newer.kill()]);
    await app.stop();
  }
}, 60_000);

const oldestFirst = async (storage: Storage): Promise<string[]> => {
  const listed: { key: string; writtenAt: Date }[] = [];
  for await (const one of storage.list("releases/")) listed.push(one);
  return listed.sort((one, other) => Number(one.writtenAt) - Number(other.writtenAt)).map(({ key }) => key);
};
