import { megabyte } from "@knowhow/shared";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { arrivalKeyOf, idOf } from "../../storage/StoredObject.ts";
import { cleanUp } from "../retention/cleanUp.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { TestClient } from "../../../testing/client.ts";
import { createSeller } from "../../../testing/factories.ts";
import { startServerProcess, type ServerProcess } from "../../../testing/process.ts";
import { startProxy } from "../../../testing/proxy.ts";
import { append, appendSlowly, begin, look, measureArrived } from "../../../testing/resumable.ts";
import { startS3, type TestS3 } from "../../../testing/s3.ts";

/** Size of the file that a server's memory must show nothing of: larger in the soak. */
const largeMegabytes = Number(process.env["UPLOAD_MEGABYTES"] ?? 96);
const chunk = 8 * megabyte;

const zip = { kind: "file", filename: "a.zip" };

/** The same caller at another server. */
const at = (client: TestClient, url: string): TestClient => {
  const other = new TestClient(url);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
};

const sha256 = async (source: AsyncIterable<unknown> | Iterable<Buffer>): Promise<string> => {
  const hash = createHash("sha256");
  for await (const part of source) hash.update(part as Buffer); // Without an encoding, chunks are buffers.
  return hash.digest("hex");
};

describe.each(["folder", "S3"])("an upload whose server is killed by its last byte, into %s", (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let client: TestClient;
  const running = new Set<ServerProcess>();

  beforeAll(async () => {
    s3 = kind === "S3" ? await startS3() : undefined;
    app = await startTestApp(s3?.env);
    client = await app.as(await createSeller(app.deps));
  });
  afterAll(async () => {
    await Promise.all([...running].map((server) => server.kill("SIGKILL")));
    await app.stop();
    await s3?.stop();
  });

  const expectOne = async (path: string, bytes: Buffer): Promise<void> => {
    const id = idOf(path) ?? "";
    const { rows } = await app.deps.pool.query(
      "select u.object_id is not null as is_finished, o.size from objects o join uploads u using (id) where o.id = $1",
      [id],
    );
    expect(rows).toEqual([{ is_finished: true, size: bytes.length }]);
    expect(await sha256(await app.deps.storage.open(arrivalKeyOf(id)))).toBe(await sha256([bytes]));
  };

  /** Sends all but the last byte here, and that to a server that is killed by it; gives the upload's address. */
  const lose = async (failpoint: string, bytes: Buffer): Promise<string> => {
    const server = await startServerProcess(app, { ...s3?.env, FAILPOINT: failpoint });
    running.add(server);
    const address = await begin(client, bytes.length, zip);
    expect((await append(client, address, 0, bytes.subarray(0, -1))).status).toBe(204);
    const last = append(at(client, server.url), address, bytes.length - 1, bytes.subarray(-1));
    await expect(last).rejects.toThrow();
    expect(await server.ended).toBe("SIGKILL");
    return address;
  };

  it("before it is put away is finished by whoever looks", async () => {
    const bytes = randomBytes(chunk + 300_000);
    const found = await look(client, await lose("uploadReceived", bytes));
    expect(found.headers.get("upload-offset")).toBe(String(bytes.length));
    await expectOne(found.headers.get("upload-object-path") ?? "", bytes);
  }, 60_000);

  it("after it was put away, unsaid, is finished by the clean-up", async () => {
    const bytes = randomBytes(chunk + 300_000);
    const address = await lose("uploadAdopted", bytes);
    await cleanUp(app.deps);
    await expectOne(address.replace("/api/", "/objects/"), bytes);
    // Once more changes nothing.
    await cleanUp(app.deps);
    await expectOne((await look(client, address)).headers.get("upload-object-path") ?? "", bytes);
  }, 60_000);

  it.runIf(kind === "S3")(
    "while the store joins it is joined by the clean-up, and nothing stays of the first try",
    async () => {
      const server = await startServerProcess(app, s3?.env);
      running.add(server);
      const bytes = randomBytes(2 * chunk);
      const address = await begin(client, bytes.length, zip);
      await append(client, address, 0, bytes.subarray(0, -1));
      s3?.refuse({ method: "POST", query: "uploadId", isSilent: true });
      const last = append(at(client, server.url), address, bytes.length - 1, bytes.subarray(-1));
      last.catch(() => undefined);
      // From here on the join has a name that the next one finds.
      const joinKey = `resumable/${address.split("/").at(-1)}/join`;
      await expect.poll(() => app.deps.storage.stat(joinKey)).toBeDefined();
      expect(await s3?.unfinished()).toHaveLength(1);
      await server.kill("SIGKILL");
      await expect(last).rejects.toThrow();
      s3?.refuse(undefined);
      await cleanUp(app.deps);
      await expectOne(address.replace("/api/", "/objects/"), bytes);
      expect(await s3?.unfinished()).toEqual([]);
      expect(await app.deps.storage.pieces.ids()).toEqual([]);
    },
    60_000,
  );
});

describe.each(["folder", "S3"])("an upload into %s and its servers", (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let client: TestClient;
  let server: ServerProcess;
  /** The other server's: of its own where the store is shared. */
  let dataDir: string;

  beforeAll(async () => {
    s3 = kind === "S3" ? await startS3() : undefined;
    app = await startTestApp(s3?.env);
    client = await app.as(await createSeller(app.deps));
    dataDir = s3 ? await mkdtemp(join(tmpdir(), "knowhow-app-")) : app.dataDir;
    server = await startServerProcess(
      { ...app, dataDir },
      { ...s3?.env, SESSION_SECRET: app.deps.config.sessionSecret },
    );
  });
  afterAll(async () => {
    await server.kill("SIGKILL");
    await app.stop();
    await s3?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const cookieOf = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const read = (path: string) => app.deps.storage.open(arrivalKeyOf(idOf(path) ?? ""));

  it("is written to by one of them at a time", async () => {
    const address = await begin(client, 1_000, {});
    const sending = appendSlowly(at(client, server.url), address, { offset: 0, length: 1_000 });
    sending.write(Buffer.alloc(400, 1));
    await expect
      .poll(async () => {
        const { rows } = await app.deps.pool.query<{ locked: boolean }>(
          `select exists (select from pg_locks where locktype = 'advisory'
             and ((classid::bigint << 32) | objid::bigint) = hashtextextended('upload:' || $1, 0)) as locked`,
          [idOf(address.replace("/api/", "/objects/"))],
        );
        return rows[0]?.locked;
      })
      .toBe(true);
    const borrowed = vi.spyOn(app.deps.directPool, "connect");
    const other = append(client, address, 0, Buffer.alloc(1_000, 2));
    // It borrows a connection for each try: before the second, it has found the upload taken.
    await expect
      .poll(() => borrowed.mock.calls.filter((given: unknown[]) => given.length === 0).length)
      .toBeGreaterThan(1);
    borrowed.mockRestore();
    sending.end(Buffer.alloc(600, 1));
    expect([await sending.answered, (await other).body["code"]]).toEqual([204, "UPLOAD_OFFSET"]);
    const path = (await look(client, address)).headers.get("upload-object-path") ?? "";
    expect(await sha256(await read(path))).toBe(await sha256([Buffer.alloc(1_000, 1)]));
  });

  it("is sent by the client of the apps through a line that breaks again and again", async () => {
    const bytes = randomBytes(6 * megabyte);
    const proxy = await startProxy(() => app.url);
    let cuts = 0;
    let url = "";
    const path = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${proxy.url}/api/uploads`,
        chunkSize: megabyte,
        retryDelays: [50, 50, 50],
        metadata: { kind: "file", filename: "자료.zip" },
        headers: { cookie: cookieOf() },
        onUploadUrlAvailable: () => {
          url = upload.url ?? "";
        },
        onChunkComplete: (_size, sent) => {
          if (sent < (cuts + 1) * 2 * megabyte || cuts === 2) return;
          cuts += 1;
          proxy.turn("fine");
        },
        onError: reject,
        onSuccess: ({ lastResponse }) => {
          resolve(lastResponse.getHeader("Upload-Object-Path") ?? "");
        },
      });
      upload.start();
    });
    await proxy.close();
    expect(cuts).toBe(2);
    // Relative to the address that the client asked.
    expect(url.startsWith(`${proxy.url}/api/uploads/`)).toBe(true);
    expect(await sha256(await read(path))).toBe(await sha256([bytes]));
  });

  it("takes no memory that grows with it", async () => {
    const peak = async (): Promise<number> => {
      const status = await readFile(`/proc/${server.child.pid ?? 0}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    };
    const there = at(client, server.url);
    const warm = await begin(client, chunk, zip);
    await append(there, warm, 0, Buffer.alloc(chunk));
    const before = await peak();
    const piece = randomBytes(chunk);
    const size = largeMegabytes * megabyte;
    const address = await begin(client, size, zip);
    const half = Math.floor(size / chunk / 2) * chunk;
    for (let offset = 0; offset < half; offset += chunk)
      expect((await append(there, address, offset, piece)).status).toBe(204);
    // The rest at once, faster than any disk takes it.
    const rest = appendSlowly(there, address, { offset: half, length: size - half });
    await pipeline(Readable.from(Array.from({ length: (size - half) / chunk }, () => piece)), rest);
    expect(await rest.answered).toBe(204);
    expect((await peak()) - before).toBeLessThan(64);
    const path = (await look(client, address)).headers.get("upload-object-path") ?? "";
    const whole = Readable.from(Array.from({ length: size / chunk }, () => piece));
    expect(await sha256(await read(path))).toBe(await sha256(whole));
  }, 120_000);

  it("comes to them in turns", async () => {
    const bytes = randomBytes(2 * chunk + 1_000);
    const there = at(client, server.url);
    const address = await begin(client, bytes.length, zip);
    const turns = [
      [client, 0, 100],
      [there, 100, chunk + 100],
      [client, chunk + 100, 2 * chunk],
      [there, 2 * chunk, bytes.length],
    ] as const;
    for (const [sender, from, to] of turns)
      expect((await append(sender, address, from, bytes.subarray(from, to))).status).toBe(204);
    const path = (await look(client, address)).headers.get("upload-object-path") ?? "";
    expect(await sha256(await read(path))).toBe(await sha256([bytes]));
    expect(await app.deps.storage.pieces.ids()).not.toContain(idOf(path));
    expect(await s3?.unfinished()).toEqual(s3 && []);
  });

  it("goes on at another when one is killed while it is sent", async () => {
    const bystander = await begin(client, 1_000, {});
    await append(client, bystander, 0, Buffer.alloc(700, 3));
    const address = await begin(client, 1_000, {});
    expect((await append(client, address, 0, Buffer.alloc(300, 1))).status).toBe(204);
    const sending = appendSlowly(at(client, server.url), address, { offset: 300, length: 700 });
    sending.write(Buffer.alloc(100, 1));
    await expect.poll(() => measureArrived({ ...app, dataDir }, address)).toBe(400);
    await server.kill("SIGKILL");
    // What was answered stays everywhere; the rest waited on the disk of the killed one where there is a store.
    const offset = Number((await look(client, address)).headers.get("upload-offset"));
    expect(offset).toBe(kind === "S3" ? 300 : 400);
    expect((await append(client, address, offset, Buffer.alloc(1_000 - offset, 1))).status).toBe(204);
    const path = idOf(address.replace("/api/", "/objects/")) ?? "";
    expect(await sha256(await app.deps.storage.open(arrivalKeyOf(path)))).toBe(await sha256([Buffer.alloc(1_000, 1)])); // oxfmt-ignore
    expect((await look(client, bystander)).headers.get("upload-offset")).toBe("700");
  });
});
