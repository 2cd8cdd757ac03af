// How fast browsing is while the payment provider does not answer, as a ratio to the same run with one that does.
// Beside it, buyers pay all the time: ten tries a second. SECONDS may be set.
import { amountsOf } from "@knowhow/shared";
import autocannon from "autocannon";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedDatabase } from "../packages/server/src/database/embedded.ts";
import { TestClient } from "../packages/server/src/testing/client.ts";
import { startServerProcess } from "../packages/server/src/testing/process.ts";

const seconds = Number(process.env["SECONDS"] ?? 6);
/** Many short rounds in turn: what else the machine does hits both sides alike. */
const rounds = 9;
const buyers = 20;
const payEveryMs = 100;
/** How much slower browsing may be. */
const most = 1.2;

/** A provider that knows no payment, or says nothing at all. */
let isSilent = false;
const waiting = new Set<ServerResponse>();
const answer = (response: ServerResponse) => {
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ code: "NOT_FOUND_PAYMENT", message: "-" }));
};
const provider = createServer((request, response) => {
  request.resume();
  if (!isSilent) {
    answer(response);
    return;
  }
  waiting.add(response);
  response.on("close", () => waiting.delete(response));
}).listen(0, "127.0.0.1");
await once(provider, "listening");
const { port } = provider.address() as AddressInfo; // A server that listens on a port has an address with one.

const dataDir = await mkdtemp(join(tmpdir(), "knowhow-outage-"));
const server = await startServerProcess(undefined, {
  NODE_ENV: "local",
  DATA_DIR: dataDir,
  TOSS_API_BASE: `http://127.0.0.1:${port}`,
});
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const pool = new pg.Pool({ connectionString: database.url });

const price = 10_000;
const { buyerFee, totalAmount } = amountsOf(price);

const fill = async (): Promise<string[]> => {
  await pool.query(
    `insert into users (name, user_id, nickname, email, password, phone_number)
     select '홍길동', 'mentor' || i, '멘토' || i, 'mentor' || i || '@example.com', '-', '01000000000'
     from generate_series(1, 10) i`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into contents (title, description, category, price, file_urls, file_names, seller_id)
     select '주식 투자 노트 ' || i, repeat('설명 ', 60), 'stock', $1, '{/objects/uploads/x}', '{파일.pdf}',
       (select id from users order by id offset i % 10 limit 1)
     from generate_series(1, 1000) i returning id`,
    [price],
  );
  await pool.query("analyze");
  return rows.map(({ id }) => id);
};

const signUp = async (number: number): Promise<TestClient> => {
  const client = new TestClient(server.url);
  const { status, body } = await client.post("/api/register", {
    name: "홍길동",
    userId: `buyer${number}`,
    nickname: `구매자${number}`,
    email: `buyer${number}@example.com`,
    phoneNumber: `0101234${String(number).padStart(4, "0")}`,
    password: "Outage!2026",
    passwordConfirm: "Outage!2026",
    privacyConsent: true,
  });
  if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
  return client;
};

const tally = new Map<number, number>();
const payOnce = async (client: TestClient, contentId: string): Promise<void> => {
  const order = await client.post("/api/orders", {
    contentId,
    originalPrice: price,
    platformFee: buyerFee,
    totalAmount,
  });
  if (order.status !== 201) return;
  const { orderNumber } = order.body["order"] as unknown as { orderNumber: string }; // The contract's answer.
  const { status } = await client.post("/api/payments/confirm", {
    paymentKey: `outage_${orderNumber}`,
    orderId: orderNumber,
    amount: totalAmount,
  });
  tally.set(status, (tally.get(status) ?? 0) + 1);
};

try {
  const contents = await fill();
  const clients: TestClient[] = [];
  for (let number = 1; number <= buyers; number += 1) clients.push(await signUp(number));
  let turn = 0;
  const paying = setInterval(() => {
    turn += 1;
    const [client, content] = [clients[turn % buyers], contents[(turn * 7) % contents.length]];
    if (client && content !== undefined) payOnce(client, content).catch(() => undefined);
  }, payEveryMs);
  const p95 = async (): Promise<number> => {
    const { latency } = await autocannon({
      url: `${server.url}/api/contents`,
      connections: 4,
      overallRate: 200,
      duration: seconds,
    });
    return latency.p97_5;
  };
  await p95();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    isSilent = false;
    for (const response of waiting) answer(response);
    await sleep(3_000);
    tally.clear();
    const well = await p95();
    const wellTally = JSON.stringify([...tally]);
    isSilent = true;
    tally.clear();
    const ill = await p95();
    ratios.push(ill / Math.max(well, 1));
    process.stdout.write(
      `  well: p97.5 ${well} ms, payments ${wellTally}; silent: ${ill} ms, payments ${JSON.stringify([...tally])}\n`,
    );
  }
  clearInterval(paying);
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.POSITIVE_INFINITY;
  process.stdout.write(`browsing while the provider is silent: ${median.toFixed(2)} of its usual p97.5\n`);
  if (median > most) process.exitCode = 1;
} finally {
  await pool.end();
  provider.close();
  provider.closeAllConnections();
  await server.kill();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
