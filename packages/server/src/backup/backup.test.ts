import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { register } from "tsx/esm/api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureSchema } from "../../standins/toss/schema.ts";
import { startTestApp, type TestApp } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { createSeller, createUser, type TestContent } from "../../testing/factories.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { buy } from "../../testing/payments.ts";
import { startServerProcess } from "../../testing/process.ts";
import { askBack, makeSale, openLink } from "../../testing/refunds.ts";
import { startS3, type TestS3 } from "../../testing/s3.ts";
import { contentBody, upload } from "../../testing/uploads.ts";
import { cleanUp } from "../features/retention/cleanUp.ts";
import { openStorage } from "../storage/openStorage.ts";
import type { Storage } from "../storage/storage.ts";
import { backUp } from "./backUp.ts";
import { manifestPath, objectPath, readManifest, tablePath } from "./manifest.ts";
import { restore } from "./restore.ts";

// Knex imports migrations by itself, past the test runner's own loader.
let unregister: () => Promise<void>;
beforeAll(() => {
  unregister = register();
});
afterAll(() => unregister());

/** Backups that are taken under purchases, each restored; in the soak over many. */
const rounds = Number(process.env["BACKUP_ROUNDS"] ?? 2);

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const prepareStandin = ensureSchema;

describe.each(["a folder", "S3"])("a backup, with objects in %s", (kind) => {
  let app: TestApp;
  let root: string;
  let s3: TestS3 | undefined;
  let objects: Map<string, string>;
  const databases: { drop(): Promise<void> }[] = [];

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "knowhow-backup-"));
    s3 = kind === "S3" ? await startS3() : undefined;
    app = await startTestApp(s3?.env);
    const seller = await app.as(await createSeller(app.deps));
    const files = await Promise.all(
      ["가나다", "라마바"].map((text, index) =>
        upload(seller, Buffer.from(text.repeat(1_000)), { kind: "file", fileName: `${index}.txt` }),
      ),
    );
    const content = (await seller.post("/api/contents", contentBody({ fileUrls: files })))
      .body as unknown as TestContent;
    const buyer = await app.as(await createUser(app.deps));
    await buy(app.url, buyer, content);
    const [returned] = [await makeSale(app), await makeSale(app)];
    expect((await openLink(returned)).status).toBe(302);
    expect((await askBack(returned)).status).toBe(201);
    objects = await hashesOf(app.deps.storage);
  });
  afterAll(async () => {
    await app.stop();
    for (const database of databases) await database.drop();
    await s3?.stop();
    await rm(root, { recursive: true, force: true });
  });

  const hashesOf = async (storage: Storage): Promise<Map<string, string>> => {
    const hashes = new Map<string, string>();
    for (const folder of ["arrived/", "copies/", "derived/", "uploads/"])
      for await (const { key } of storage.list(folder))
        hashes.set(key, sha256(await buffer(await storage.open(key))));
    return new Map([...hashes].sort());
  };
  /** All rows of the product as one hash for each table. */
  const rowsOf = async (url: string): Promise<Record<string, string>> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname in ('public', 'standin_toss') and tablename !~ '^knex_' order by 1`,
      );
      const hashes: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await client.query<{ hash: string }>(
          `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t`,
        );
        hashes[name] = rows[0]?.hash ?? "";
      }
      return hashes;
    } finally {
      await client.end();
    }
  };
  const save = (folder: string) =>
    backUp({ databaseUrl: app.databaseUrl, storage: app.deps.storage, config: app.deps.config }, folder);
  const openTarget = async () => {
    const database = await createTestDatabase("template0");
    databases.push(database);
    const dataDir = await mkdtemp(join(root, "target-"));
    // A folder too where the source is a bucket: a backup is of no store.
    const storage = await openStorage({ ...app.deps.config, s3: undefined, dataDir }, app.deps.log);
    return { databaseUrl: database.url, storage, dataDir, config: app.deps.config, prepareStandin };
  };

  it("has all that was there, and what a server begins with is the same", async () => {
    const folder = join(root, "whole");
    const before = await rowsOf(app.databaseUrl);
    const numbers = `select sequencename, last_value from pg_sequences
       where schemaname in ('public', 'standin_toss') and sequencename !~ '^knex_' order by 1`;
    const { rows: given } = await app.deps.pool.query(numbers);
    expect(given.length).toBeGreaterThan(0);
    const manifest = await save(folder);
    expect(manifest.objects.map(({ key }) => key).sort()).toEqual([...objects.keys()]);
    expect(objects.size).toBeGreaterThan(1);
    const target = await openTarget();
    await restore(target, folder);
    expect(await rowsOf(target.databaseUrl)).toEqual(before);
    expect(await hashesOf(target.storage)).toEqual(objects);
    const server = await startServerProcess(target);
    try {
      const pool = new pg.Pool({ connectionString: target.databaseUrl });
      const broken = await brokenInvariants(pool);
      const { rows } = await pool.query(numbers);
      await pool.end();
      expect(broken).toEqual([]);
      expect(rows).toEqual(given);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    } finally {
      await server.kill();
    }
  }, 120_000);

  it("is of one moment, however much is bought meanwhile", async () => {
    const folder = join(root, "moment");
    const over = new AbortController();
    const buying = (async () => {
      let count = 0;
      while (!over.signal.aborted) {
        await makeSale(app);
        count += 1;
      }
      return count;
    })();
    for (let round = 0; round < rounds; round += 1) {
      const target = await openTarget();
      await save(`${folder}-${round}`);
      await restore(target, `${folder}-${round}`);
      const pool = new pg.Pool({ connectionString: target.databaseUrl });
      const broken = await brokenInvariants(pool, { isMoving: true });
      await pool.end();
      expect(broken).toEqual([]);
    }
    over.abort();
    expect(await buying).toBeGreaterThan(0);
  }, 600_000);

  it("keeps the bytes that its tables name, though they are removed from the product meanwhile", async () => {
    const folder = join(root, "removed");
    const seller = await createSeller(app.deps);
    const client = await app.as(seller);
    const file = await upload(client, Buffer.from("지워질 글".repeat(100)), {
      kind: "file",
      fileName: "글.txt",
    });
    const { body } = await client.post("/api/contents", contentBody({ fileUrls: [file] }));
    const key = [...(await hashesOf(app.deps.storage)).keys()].find(
      (one) => one.startsWith("copies/") && one.includes(file.split("/").at(-1) ?? "-"),
    );
    expect(key).toBeDefined();
    await app.moveClock(8 * 24 * 3_600_000);
    const list = app.deps.storage.list.bind(app.deps.storage);
    const path = `/api/contents/${String(body["id"])}`;
    // Between the tables and the objects another file is put in its place, and everything is cleaned up.
    const listing = vi.spyOn(app.deps.storage, "list").mockImplementationOnce(async function* (name) {
      listing.mockRestore();
      expect((await client.put(path, contentBody())).status).toBe(200);
      await cleanUp(app.deps);
      yield* list(name);
    });
    const manifest = await save(folder);
    expect(manifest.objects.map((object) => object.key)).toContain(key);
    await cleanUp(app.deps);
    expect([...(await hashesOf(app.deps.storage)).keys()]).not.toContain(key);
  }, 60_000);

  it("has no transaction while objects are copied, and fails where its connection ends meanwhile", async () => {
    const folder = join(root, "cut");
    const list = app.deps.storage.list.bind(app.deps.storage);
    const listing = vi.spyOn(app.deps.storage, "list").mockImplementationOnce(async function* (name) {
      listing.mockRestore();
      const { rowCount } = await app.deps.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'knowhow-backup' and state = 'idle'`,
      );
      expect(rowCount).toBe(1);
      yield* list(name);
    });
    await expect(save(folder)).rejects.toThrow("the connection to the database ended");
    expect(await readdir(root)).not.toContain("cut");
  });

  it("is written and put in however long that takes, and whatever limits a database has", async () => {
    const folder = join(root, "slow");
    const target = await openTarget();
    const hurry = async (url: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
        await client.query(`alter database ${new URL(url).pathname.slice(1)} set ${limit} = 1000`);
      return client;
    };
    /** Gives a table back that a connection has waited for longer than that. */
    const giveBack = async (holder: pg.Client) => {
      await vi.waitFor(
        async () => {
          const { rowCount } = await app.deps.pool.query(
            "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and application_name ~ '^knowhow-'",
            [holder.database],
          );
          expect(rowCount).toBe(1);
        },
        { timeout: 60_000 },
      );
      await holder.query("select pg_sleep(1.3)");
      await holder.query("commit");
    };
    const [here, there] = [await hurry(app.databaseUrl), await hurry(target.databaseUrl)];
    try {
      await here.query("begin; lock table moderation_acts in access exclusive mode");
      await Promise.all([save(folder), giveBack(here)]);
      const holding = {
        ...target,
        prepareStandin: async (pool: pg.Pool) => {
          await prepareStandin(pool);
          await there.query("begin; lock table users in access share mode");
        },
      };
      await Promise.all([restore(holding, folder), giveBack(there)]);
      expect(await hashesOf(target.storage)).toEqual(await hashesOf(app.deps.storage));
    } finally {
      await Promise.all([here.end(), there.end()]);
    }
  }, 120_000);

  it("is put nowhere that something is, and not at all where a file is damaged or the key is another", async () => {
    const folder = join(root, "damaged");
    const manifest = await save(folder);
    const target = await openTarget();
    const used = { ...target, databaseUrl: app.databaseUrl };
    await expect(restore(used, folder)).rejects.toThrow("the database is not empty");
    await expect(restore({ ...target, storage: app.deps.storage }, folder)).rejects.toThrow(
      "the storage is not empty",
    );
    const other = { ...target, config: { encryptionKey: Buffer.alloc(32, 7) as never } };
    await expect(restore(other, folder)).rejects.toThrow("the encryption key");
    const role = `plain_${randomUUID().slice(0, 8)}`;
    await app.deps.pool.query(`create role ${role} login password 'plain'`);
    const plain = new URL(target.databaseUrl);
    [plain.username, plain.password] = [role, "plain"];
    const asPlain = { ...target, databaseUrl: plain.toString() };
    await expect(restore(asPlain, folder)).rejects.toThrow("session_replication_role");
    await app.deps.pool.query(`drop role ${role}`);
    expect(await hashesOf(target.storage)).toEqual(new Map());
    const users = tablePath(folder, { schema: "public", name: "users" });
    const whole = await readFile(users);
    // Whole again for its own format, with another's address.
    const rows = gunzipSync(whole).toString().replace("@example.com", "@example.org");
    await writeFile(users, gzipSync(rows));
    await expect(restore(target, folder)).rejects.toThrow("is damaged");
    const client = new pg.Client({ connectionString: target.databaseUrl });
    await client.connect();
    const kept = await client.query("select from users");
    await client.end();
    expect(kept.rows).toEqual([]);
    await writeFile(users, whole);
    const [object] = manifest.objects;
    await writeFile(objectPath(folder, object?.key ?? ""), "x".repeat(object?.size ?? 0));
    await expect(restore(await openTarget(), folder)).rejects.toThrow("is damaged");
  }, 60_000);

  it("is not there where it failed, and never replaces another", async () => {
    const folder = join(root, "failed");
    const opening = vi.spyOn(app.deps.storage, "open").mockRejectedValueOnce(new Error("the store is away"));
    await expect(save(folder)).rejects.toThrow("the store is away");
    opening.mockRestore();
    expect((await readdir(root)).filter((name) => name.startsWith("failed"))).toEqual([]);
    const { createdAt } = await save(folder);
    await expect(save(folder)).rejects.toThrow("EEXIST");
    expect(await readManifest(folder)).toMatchObject({ createdAt });
    // As a killed one leaves it.
    await rm(manifestPath(folder));
    await expect(restore(await openTarget(), folder)).rejects.toThrow("manifest.json");
  }, 60_000);
});
