// How fast browsing is while the payment provider says nothing, as a ratio to a second server on the same database, at
// the same time, whose provider answers. Buyers pay at both all the time: ten tries a second each. SECONDS may be set.
import { amountsOf } from "@knowhow/shared";
import autocannon from "autocannon";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { TestClient } from "../packages/server/testing/client.ts";
import { buildProduct, startServerProcess } from "../packages/server/testing/process.ts";

const seconds = Number(process.env["SECONDS"] ?? 20);
/** What else the machine does hits both sides alike; a moment of it does not decide. */
const rounds = 5;
const buyers = 20;
const payEveryMs = 100;
/** How much slower browsing may be. */
const maxRatio = 1.2;

/** A provider that knows no payment, or says nothing at all. */
const startProvider = async (isSilent: boolean): Promise<{ url: string; close(): void }> => {
  const provider = createServer((request, response) => {
    request.resume();
    if (isSilent) return;
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ code: "NOT_FOUND_PAYMENT", message: "-" }));
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const { port } = provider.address() as AddressInfo; // A server that listens on a port has an address with one.
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      provider.close();
      provider.closeAllConnections();
    },
  };
};

const dataDir = await mkdtemp(join(tmpdir(), "knowhow-outage-"));
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const pool = new pg.Pool({ connectionString: database.url });
await buildProduct();
const startShop = async (isSilent: boolean) => {
  const provider = await startProvider(isSilent);
  const server = await startServerProcess(
    { databaseUrl: database.url, dataDir },
    { NODE_ENV: "local", TOSS_API_BASE: provider.url },
  );
  return { provider, server, tally: new Map<number, number>() };
};
const [well, silent] = [await startShop(false), await startShop(true)];

const price = 10_000;
const { buyerFee, totalAmount } = amountsOf(price);

const fill = async (): Promise<string[]> => {
  await pool.query(
    `insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     select '홍길동', 'mentor' || i, 'mentor' || i, '멘토' || i, '멘토' || i, 'mentor' || i || '@example.com', '-', '01000000000'
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

const signUp = async (url: string, number: number): Promise<TestClient> => {
  const client = new TestClient(url);
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

const payOnce = async (shop: typeof well, client: TestClient, contentId: string): Promise<void> => {
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
  shop.tally.set(status, (shop.tally.get(status) ?? 0) + 1);
};

const browse = async ({ server }: typeof well): Promise<number> => {
  const { latency } = await autocannon({
    url: `${server.url}/api/contents`,
    connections: 4,
    overallRate: 100,
    duration: seconds,
  });
  return latency.p97_5;
};

try {
  const contents = await fill();
  const shops = [well, silent];
  const clients: TestClient[][] = [];
  for (const [place, { server }] of shops.entries()) {
    const own: TestClient[] = [];
    for (let number = 1; number <= buyers; number += 1)
      own.push(await signUp(server.url, place * buyers + number));
    clients.push(own);
  }
  let turn = 0;
  const paying = setInterval(() => {
    turn += 1;
    for (const [place, shop] of shops.entries()) {
      const client = clients[place]?.[turn % buyers];
      const content = contents[(turn * 7) % contents.length];
      if (client && content !== undefined) payOnce(shop, client, content).catch(() => undefined);
    }
  }, payEveryMs);
  await Promise.all(shops.map(browse));
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [usual = 0, ill = 0] = await Promise.all(shops.map(browse));
    ratios.push(ill / Math.max(usual, 1));
    const payments = shops.map(({ tally }) => JSON.stringify([...tally]));
    process.stdout.write(`  p97.5 ${usual} ms and ${ill} ms; payments ${payments.join(" and ")}\n`);
  }
  clearInterval(paying);
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.POSITIVE_INFINITY;
  process.stdout.write(`browsing while the provider is silent: ${median.toFixed(2)} of its usual p97.5\n`);
  if (median > maxRatio) process.exitCode = 1;
} finally {
  await pool.end();
  for (const { provider, server } of [well, silent]) {
    provider.close();
    await server.kill();
  }
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
