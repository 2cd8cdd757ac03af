/**
 * `npm run bench:cost`: milliseconds on a core that one call takes of the server and of PostgreSQL, one call after the
 * other, and what a buyer's whole visit takes of them. Unlike requests per second it says something on a machine that is
 * busy. CALLS: of each kind; BENCH_DATA as in `npm run bench`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { accounts, chats, contents, likes, orders, search } from "@knowhow/shared";
import { hashPassword } from "../packages/server/src/features/accounts/passwords.ts";
import { TestClient } from "../packages/server/testing/client.ts";
import { authorise, createOrder, orderBody } from "../packages/server/testing/payments.ts";
import { buildProduct, startServerProcess } from "../packages/server/testing/process.ts";
import { openFilledDatabase } from "./database.ts";
import { sessionSecret, signIn } from "./people.ts";
import { say } from "./report.ts";
import { findSubject } from "./statements.ts";

const calls = Number(process.env["CALLS"] ?? 200);
const warmUp = 50;

const { dataDir, url: databaseUrl, pool, close } = await openFilledDatabase();
await buildProduct();
const server = await startServerProcess(
  { databaseUrl, dataDir },
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

/** Starts to count; the answer gives the milliseconds since. Connections that come or go between are left out. */
const measure = async (): Promise<() => { server: number; database: number }> => {
  const pids = await connections();
  const readAll = () => [server.child.pid ?? 0, ...pids].map((pid) => onCore(pid));
  const before = readAll();
  return () => {
    const [serverTime = 0, ...databaseTimes] = readAll().map((after, index) =>
      Math.max(0, after - (before[index] ?? 0)),
    );
    return { server: serverTime, database: databaseTimes.reduce((sum, each) => sum + each, 0) };
  };
};

/** How often a buyer's visit has each call: looked around, bought one content, asked its mentor about it. */
const visit: Record<string, number> = {
  "market as a page": 1,
  "a content as a page": 1,
  "sign-in": 1,
  list: 10,
  search: 5,
  "a content": 15,
  like: 2,
  order: 1,
  confirmation: 1,
  rooms: 2,
  messages: 4,
  message: 2,
};

const password = "Knowhow!2026";

try {
  const { buyerId, contentId, roomId } = await findSubject(pool);
  const { rows: offers } = await pool.query<{ id: string; price: number }>(
    `select id, price from contents c where is_listed and price > 0
       and not exists (select from orders where buyer_id = $1 and content_id = c.id)
     order by upload_time limit $2`,
    [buyerId, 2 * (warmUp + calls)],
  );
  const { rows: people } = await pool.query<{ email: string }>(
    "update users set password = $2 where id = $1 returning email",
    [buyerId, await hashPassword(password)],
  );
  const cookie = (await signIn(pool, [buyerId]))(buyerId);
  const buyer = new TestClient(server.url);
  for (const pair of cookie.split("; ")) {
    const at = pair.indexOf("=");
    buyer.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  const addressOf = (path: string, values: Record<string, string> = {}) =>
    server.url + path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const get = (address: string) => fetch(address, { headers: { cookie } });
  const write = (address: string, method: string, body?: object) =>
    fetch(address, {
      method,
      headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const offerOf = (index: number) => offers[index] ?? { id: "", price: 0 };
  /** Paid at the stand-in's window, each for its own content; behind those that are only ordered. */
  const payments: Awaited<ReturnType<typeof authorise>>[] = [];
  for (let index = 0; index < warmUp + calls; index += 1)
    payments.push(await authorise(server.url, await createOrder(buyer, offerOf(warmUp + calls + index))));
  const visitorsPage = (path: string) => () => fetch(server.url + path, { headers: { accept: "text/html" } });
  const words = ["주식", "엑셀", "노트 정리", "투자", "ㅈㅅ", "포트폴리오"];
  const searchAt = (index: number) =>
    addressOf(search.list.path, { query: words[index % words.length] ?? "" });
  const kinds: Record<string, (index: number) => Promise<Response>> = {
    "market as a page": visitorsPage("/market"),
    "a content as a page": (index) => fetch(`${server.url}/content/${offerOf(index).id}`),
    "list, as a visitor": () => fetch(addressOf(contents.list.path)),
    "search, as a visitor": (index) => fetch(searchAt(index)),
    "sign-in": () =>
      fetch(addressOf(accounts.login.path), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ emailOrUserId: people[0]?.email, password }),
      }),
    list: () => get(addressOf(contents.list.path)),
    search: (index) => get(searchAt(index)),
    "a content": (index) => get(addressOf(contents.get.path, { id: offerOf(index).id })),
    "a content that was bought": () => get(`${addressOf(contents.get.path, { id: contentId })}?peek=1`),
    rooms: () => get(addressOf(chats.rooms.path)),
    messages: () => get(`${addressOf(chats.messages.path, { roomId })}?peek=1`),
    like: (index) => write(addressOf(likes.add.path, { id: contentId }), index % 2 === 0 ? "POST" : "DELETE"),
    order: (index) => write(addressOf(orders.create.path), "POST", orderBody(offerOf(index))),
    confirmation: (index) => write(addressOf(orders.confirm.path), "POST", payments[index]),
    message: (index) =>
      write(addressOf(chats.send.path, { roomId }), "POST", { message: `안녕하세요 ${index}` }),
  };
  say(`${"ms on a core".padEnd(28)}  server  PostgreSQL  calls per second of a core`);
  const costs = new Map<string, number>();
  for (const [name, call] of Object.entries(kinds)) {
    const run = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        const answer = await call(index);
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      }
    };
    await run(0, warmUp);
    const tell = await measure();
    await run(warmUp, warmUp + calls);
    const { server: serverTime, database: databaseTime } = tell();
    const cost = (serverTime + databaseTime) / calls;
    costs.set(name, cost);
    const figures = [serverTime / calls, databaseTime / calls]
      .map((each) => each.toFixed(2).padStart(8))
      .join("    ");
    say(name.padEnd(28) + figures + (1_000 / cost).toFixed(0).padStart(12));
  }
  const visitCost = Object.entries(visit).reduce(
    (sum, [name, count]) => sum + count * (costs.get(name) ?? Number.NaN),
    0,
  );
  say(
    `a buyer's visit (${Object.values(visit).reduce((sum, count) => sum + count)} calls): ${visitCost.toFixed(0)} ms; a core in full serves ${(3_600_000 / visitCost).toFixed(0)} an hour`,
  );
} finally {
  await server.kill();
  await close();
}
