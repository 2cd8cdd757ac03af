/**
 * `npm run bench:processes`: requests per second with one process and with two, beside the limit server with as many, in
 * turn. A fair figure needs two free cores besides those of the load and of PostgreSQL. SECONDS of each measurement,
 * ROUNDS; BENCH_DATA as in `npm run bench`.
 */
import { availableParallelism, loadavg } from "node:os";
import { chats, contents } from "@knowhow/shared";
import { buildProduct, startServerProcess } from "../packages/server/testing/process.ts";
import { openFilledDatabase } from "./database.ts";
import { startLimitServer } from "./limitServer.ts";
import { rateOf } from "./load.ts";
import { sessionSecret, signIn } from "./people.ts";
import { median, say } from "./report.ts";
import { findSubject } from "./statements.ts";

const seconds = Number(process.env["SECONDS"] ?? 3);
const rounds = Number(process.env["ROUNDS"] ?? 3);

const { dataDir, url: databaseUrl, pool, close } = await openFilledDatabase();
await buildProduct();

const startProduct = (count: number) =>
  startServerProcess(
    { databaseUrl, dataDir },
    { NODE_ENV: "local", SESSION_SECRET: sessionSecret, PROCESSES: String(count) },
  );
try {
  const { buyerId, contentId, roomId } = await findSubject(pool);
  const cookie = (await signIn(pool, [buyerId]))(buyerId);
  const addresses = {
    list: contents.list.path,
    one: `${contents.get.path.replace(":id", contentId)}?peek=1`,
    messages: `${chats.messages.path.replace(":roomId", roomId)}?peek=1`,
  };
  say(
    `${availableParallelism()} processors, load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}; ${seconds} s each, ${rounds} rounds in turn`,
  );
  const found = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const count of round % 2 === 0 ? [1, 2] : [2, 1]) {
      const [product, limit] = [await startProduct(count), await startLimitServer(pool, databaseUrl, count)];
      for (const [name, address] of Object.entries(addresses))
        for (const [side, call] of [
          [
            "product",
            { url: `${product.url.replace("localhost", "127.0.0.1")}${address}`, headers: { cookie } },
          ],
          ["limit", { url: `${limit.url}/${name}` }],
        ] as const) {
          const key = `${name}, ${side}, ${count}`;
          await rateOf(call, 1);
          found.set(key, [...(found.get(key) ?? []), await rateOf(call, seconds)]);
        }
      await product.kill();
      await limit.kill();
    }
  const rate = (key: string) => median(found.get(key) ?? []);
  for (const name of Object.keys(addresses))
    for (const side of ["product", "limit"]) {
      const [one, two] = [rate(`${name}, ${side}, 1`), rate(`${name}, ${side}, 2`)];
      say(
        `${`${name}, member, ${side}`.padEnd(28)} one ${one.toFixed(0).padStart(6)}/s  two ${two.toFixed(0).padStart(6)}/s  ${(two / one).toFixed(2)} ×`,
      );
    }
} finally {
  await close();
}
