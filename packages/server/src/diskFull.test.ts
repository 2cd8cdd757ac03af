import { execFile } from "node:child_process";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../dev-database/embedded.ts";
import { demoPassword } from "../demo/password.ts";
import { TestClient } from "../testing/client.ts";
import type { TestContent } from "../testing/factories.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { authorise, buy, confirm, orderBody, type CreatedOrder } from "../testing/payments.ts";
import { startServerProcess, type ServerProcess } from "../testing/process.ts";
import { pdfBytes } from "../testing/sampleFiles.ts";
import { contentBody, putBytes, requestUpload } from "../testing/uploads.ts";

// A disk of its own needs root, and a database that dies and comes back half a minute: `npm run test:soak -- disk`.
const fullSeconds = Number(process.env["DISK_FULL_SECONDS"] ?? 0);
const diskMegabytes = 400;
const run = promisify(execFile);

/** Contents of the demo that cost something. */
interface Offered extends TestContent {
  hasPurchased: boolean;
}

it.skipIf(fullSeconds === 0)(
  "a disk that is full refuses what it can not keep, loses nothing, and goes on when there is room",
  async () => {
    const [buyer, mentor] = [await signIn("buyer1"), await signIn("mentor1")];
    const listed = (await buyer.get("/api/contents?limit=50")).body as unknown as Offered[];
    const offers = listed.filter(({ price, hasPurchased }) => price > 0 && !hasPurchased);
    const first = await buy(server.url, buyer, offers.pop() ?? expect.fail("nothing to buy"));
    const room = `/api/chat/rooms/${first.chatRoomId}/messages`;

    const refusals = new Set<string>();
    const [sent, kept, bought]: [string[], Map<string, Buffer>, string[]] = [[], new Map(), []];
    const note = ({ status, body }: { status: number; body: unknown }): boolean => {
      if (status >= 300) refusals.add(`${status} ${String((body as { code?: string } | undefined)?.code)}`);
      return status < 300;
    };
    let turn = 0;
    const act = async (): Promise<void> => {
      turn += 1;
      const text = `${turn}번째 메시지 ${"가".repeat(500)}`;
      if (note(await buyer.post(room, { message: text }))) sent.push(text);
      const bytes = Buffer.concat([pdfBytes(), Buffer.alloc(300_000, turn)]);
      const form = {
        kind: "file",
        fileName: "a.pdf",
        size: bytes.length,
        contentType: "application/pdf",
      } as const;
      const opened = await requestUpload(mentor, form);
      if (note(opened)) {
        const { uploadURL, objectPath } = opened.body as unknown as { uploadURL: string; objectPath: string };
        if (note(await putBytes(mentor, uploadURL, bytes, form.contentType))) kept.set(objectPath, bytes);
      }
      const offer = offers.pop();
      if (!offer) return;
      const ordered = await buyer.post("/api/orders", orderBody(offer));
      if (!note(ordered)) return;
      const order = ordered.body["order"] as unknown as CreatedOrder;
      const payment = await authorise(server.url, order).catch(() => undefined);
      // The stand-in keeps its windows in the same database.
      if (!payment?.paymentKey) return;
      if (note(await confirm(buyer, payment))) bought.push(offer.id);
    };

    await act();
    expect([...refusals]).toEqual([]);
    // Down to the last block.
    for (const size of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(size, 1);
      while (
        await appendFile(ballast, block).then(
          () => true,
          () => false,
        )
      );
    }
    // The database's log has room in its last file: uploads find none, in a database that is well.
    for (let count = 0; count < 3; count += 1) await act();
    expect([...refusals]).toEqual(["503 UNAVAILABLE"]);
    const until = performance.now() + fullSeconds * 1_000;
    while (performance.now() < until) {
      await act();
      // A file of the log that has to be begun ends the database.
      await pool.query("select pg_switch_wal()").catch(() => undefined);
    }
    expect([...refusals]).toEqual(["503 UNAVAILABLE"]);

    await rm(ballast);
    await vi.waitFor(
      async () => {
        if ((await buyer.get("/readyz")).status !== 200) throw new Error("not ready");
      },
      { timeout: 60_000 },
    );
    refusals.clear();
    await act();
    expect([...refusals]).toEqual([]);
    const { rows } = await pool.query<{ message: string }>(
      "select message from chat_messages where message like '%번째 메시지 %' order by id",
    );
    expect(rows.map(({ message }) => message)).toEqual(expect.arrayContaining(sent));
    expect(new Set(rows.map(({ message }) => message)).size).toBe(rows.length);
    for (const [path, bytes] of kept) {
      const sold = await mentor.post("/api/contents", contentBody({ price: 0, fileUrls: [path] }));
      expect(sold.status).toBe(201);
      const download = await mentor.get(`/api/download/${String(sold.body["id"])}/0`);
      expect(download.bytes.equals(bytes)).toBe(true);
    }
    for (const id of bought)
      expect((await buyer.get(`/api/contents/${id}`)).body).toMatchObject({ hasPurchased: true });
    // What was charged and could not be written is found at the provider.
    await vi.waitFor(
      async () => {
        const broken = await brokenInvariants(pool);
        if (broken.length > 0) throw new Error(JSON.stringify(broken));
      },
      { timeout: 90_000, interval: 1_000 },
    );
    console.info({ sent: sent.length, kept: kept.size, bought: bought.length, turns: turn });
  },
);

let folder: string;
let ballast: string;
let server: ServerProcess;
let database: EmbeddedDatabase;
let pool: pg.Pool;

const signIn = async (userId: string): Promise<TestClient> => {
  const client = new TestClient(server.url);
  expect((await client.post("/api/login", { emailOrUserId: userId, password: demoPassword })).status).toBe(
    200,
  );
  return client;
};

beforeAll(async () => {
  if (fullSeconds === 0) return;
  folder = await mkdtemp(join(tmpdir(), "knowhow-disk-"));
  ballast = join(folder, "ballast");
  await run("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder]);
  server = await startServerProcess(undefined, { DATA_DIR: folder, SEED_DEMO: "true" });
  // The one that the server started.
  database = await startEmbeddedDatabase({ dataDir: folder, log: () => undefined });
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  if (fullSeconds === 0) return;
  await rm(ballast, { force: true });
  await pool.end();
  await database.stop();
  await server.kill();
  await run("umount", [folder]);
  await rm(folder, { recursive: true });
});
