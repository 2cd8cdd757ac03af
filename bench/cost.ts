/**
 * `npm run bench:cost`: milliseconds on a core that one call takes of the server and of PostgreSQL, one call after the
 * other. Unlike requests per second it says something on a machine that is busy. CALLS: of each kind; BENCH_DATA as in
 * `npm run bench`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { amountsOf, chats, contents, likes, orders } from "@knowhow/shared";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";
import { buildProduct, startServerProcess } from "../packages/server/testing/process.ts";
import { fill } from "./fill.ts";
import { sessionSecret, signIn } from "./people.ts";
import { say } from "./report.ts";
import { findSubject } from "./statements.ts";

const calls = Number(process.env["CALLS"] ?? 200);
const warmUp = 50;
const price = 10_000;

const kept = process.env["BENCH_DATA"];
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "knowhow-bench-")));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
await migrate(database.url);
const pool = new pg.Pool({ connectionString: database.url });
if ((await pool.query("select from contents limit 1")).rowCount === 0)
  await fill(pool, { contents: 10_000, messages: 100_000 });
await buildProduct();
const server = await startServerProcess(
  { databaseUrl: database.url, dataDir },
  { NODE_ENV: "local", SESSION_SECRET: sessionSecret },
);

/** Milliseconds that a process has had on a core, with all its threads; 0 for one that has gone. */
const onCore = (pid: number | string): number => {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"))
      .reduce((sum, told) => sum + Number(told.split(" ")[0]) / 1e6, 0);
  } catch {
    return 0;
  }
};

/** The connections of the server, each a process of PostgreSQL. */
const connections = async (): Promise<number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'knowhow'",
  );
  return rows.map(({ pid }) => pid);
};

const measure = async (): Promise<{ server: number; database: number }> => ({
  server: onCore(server.child.pid ?? 0),
  database: (await connections()).reduce((sum, pid) => sum + onCore(pid), 0),
});

try {
  const { buyerId, contentId, roomId } = await findSubject(pool);
  const { rows: offers } = await pool.query<{ id: string }>(
    `select id from contents c where is_listed and price = $2
       and not exists (select from orders where buyer_id = $1 and content_id = c.id)
     order by upload_time limit $3`,
    [buyerId, price, warmUp + calls],
  );
  const cookie = (await signIn(pool, [buyerId]))(buyerId);
  const { buyerFee, totalAmount } = amountsOf(price);
  const addressOf = ({ path }: { path: string }, values: Record<string, string> = {}) =>
    server.url + path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? "");
  const read = (address: string) => () => fetch(address, { headers: { cookie } });
  const write = (address: string, method: string, body?: object) =>
    fetch(address, {
      method,
      headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const kinds: Record<string, (index: number) => Promise<Response>> = {
    list: read(addressOf(contents.list)),
    "one that was bought": read(`${addressOf(contents.get, { id: contentId })}?peek=1`),
    rooms: read(addressOf(chats.rooms)),
    messages: read(`${addressOf(chats.messages, { roomId })}?peek=1`),
    like: (index) => write(addressOf(likes.add, { id: contentId }), index % 2 === 0 ? "POST" : "DELETE"),
    order: (index) =>
      write(addressOf(orders.create), "POST", {
        contentId: offers[index % offers.length]?.id,
        originalPrice: price,
        platformFee: buyerFee,
        totalAmount,
      }),
    message: (index) => write(addressOf(chats.send, { roomId }), "POST", { message: `안녕하세요 ${index}` }),
  };
  say(`${"as a member, ms on a core".padEnd(28)}  server  PostgreSQL`);
  for (const [name, call] of Object.entries(kinds)) {
    const run = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        const answer = await call(index);
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      }
    };
    await run(0, warmUp);
    const before = await measure();
    await run(warmUp, warmUp + calls);
    const after = await measure();
    const figures = [after.server - before.server, after.database - before.database];
    say(name.padEnd(28) + figures.map((sum) => (sum / calls).toFixed(2).padStart(8)).join("    "));
  }
} finally {
  await server.kill();
  await pool.end();
  await database.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}
