/**
 * `npm run bench:seller`, and the last but one part of `npm run bench`: the seller's page over 10,000 sales. What the
 * server takes for all that it shows, together; and no frame of more than 50 ms while it is opened from the profile,
 * scrolled, and its chart changed. SALES may be set. With a Chromium of its own.
 */
import { execFileSync } from "node:child_process";
import { chromium, type Page } from "@playwright/test";
import pg from "pg";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seller, settlements } from "@knowhow/shared";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";
import { startServerProcess } from "../packages/server/testing/process.ts";
import { findChromium } from "../scripts/chromium.mjs";
import { sessionSecret, signIn } from "./people.ts";
import { judge, quantile, say, sumUp } from "./report.ts";

const executablePath = findChromium();
const sales = Number(process.env["SALES"] ?? 10_000);
const contents = 200;
/** A frame that takes longer is seen. */
const maxMs = 50;
const serverMs = 300;
const rounds = 20;
/** Milliseconds after which a screen has what it asked for. */
const settleMs = 1_500;

/** What the page asks for as it opens. */
const reads = [
  seller.getBalance.path,
  `${seller.listSales.path}?by=day&limit=100`,
  `${seller.listSales.path}?by=content`,
  settlements.list.path,
];

/** One seller with so many sales over two years, each with all that belongs to it; the oldest are paid out. */
const fillSales = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     values ('홍길동', 'seller1', 'seller1', '많이파는멘토', '많이파는멘토', 'seller@example.com', '-', '01000000000') returning id`,
  );
  const sellerId = rows[0]?.id ?? "";
  await pool.query(
    `insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     select '김하나', 'buyer' || n, 'buyer' || n, '구매자' || n, '구매자' || n, 'b' || n || '@example.com', '-', '01000000000' from generate_series(1, $1::int) n`,
    [Math.ceil(sales / contents)],
  );
  await pool.query(
    `insert into contents (title, description, category, price, file_urls, file_names, seller_id, view_count)
     select '팔리는 글 ' || n, '설명', 'music', 10000, array['https://drive.google.com/file/d/1/view'], array['글'], $1, n * 10
     from generate_series(1, $2::int) n`,
    [sellerId, contents],
  );
  await pool.query(
    `insert into orders (buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount, title, category, mentor_nickname,
       status, payment_method, toss_payment_key, created_at, paid_at)
     select b.id, c.id, $1, 'BENCH-' || n, 10000, 10500, 500, 9500, c.title, c.category, '많이파는멘토', 'paid', '카드', 'bench' || n, t.at, t.at
     from generate_series(0, $2::int - 1) n
     join users b on b.user_id = 'buyer' || (1 + n / $3::int)
     join contents c on c.title = '팔리는 글 ' || (1 + n % $3::int),
     lateral (select app_now() - n * interval '1 hour 45 minutes' as at) t`,
    [sellerId, sales, contents],
  );
  await pool.query(
    `insert into settlements (order_id, seller_id, amount, created_at, payable_at, status, settled_at)
     select id, seller_id, seller_amount, paid_at, paid_at + interval '7 days',
            case when paid_at < app_now() - interval '8 days' then 'completed' else 'pending' end,
            case when paid_at < app_now() - interval '8 days' then paid_at + interval '8 days' end
     from orders`,
  );
  await pool.query(
    "insert into ledger_transactions (id, order_id, created_at) select 'paid:' || id, id, paid_at from orders",
  );
  await pool.query(
    `insert into ledger_entries (transaction_id, account, seller_id, debit, credit, created_at)
     select 'paid:' || o.id, e.account, case when e.account = 'seller' then o.seller_id end, e.debit, e.credit, o.paid_at
     from orders o, lateral (values ('provider', o.amount, 0), ('seller', 0, o.seller_amount),
       ('platform', 0, o.amount - o.seller_amount)) e (account, debit, credit)`,
  );
  await pool.query(
    `insert into ledger_transactions (id, order_id, created_at)
     select 'payout:' || id, order_id, settled_at from settlements where status = 'completed'`,
  );
  await pool.query(
    `insert into ledger_entries (transaction_id, account, seller_id, debit, credit, created_at)
     select 'payout:' || s.id, e.account, case when e.account = 'seller' then s.seller_id end, e.debit, e.credit, s.settled_at
     from settlements s, lateral (values ('seller', s.amount, 0), ('cash', 0, s.amount)) e (account, debit, credit)
     where s.status = 'completed'`,
  );
  await pool.query("analyze");
  return sellerId;
};

/** Everything that took too long to draw, in ms, from now on. */
const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const slow: number[] = [];
    Object.assign(window, { slow });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slow.push(duration);
    }).observe({ type: "long-animation-frame" });
  });
const slowFrames = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { slow: number[] }).slow.splice(0)); // put there above

const tell = (what: string, frames: readonly number[]): void => {
  judge(what, Math.max(0, ...frames), {
    max: maxMs,
    unit: " ms",
    detail: `${frames.length} long frames`,
  });
};

const measureServer = async (url: string, cookie: string): Promise<void> => {
  const found: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    let total = 0;
    for (const path of reads) {
      const started = performance.now();
      const answer = await fetch(url + path, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      total += performance.now() - started;
    }
    if (round > 0) found.push(total);
  }
  judge("server, all that /seller shows", quantile(found, 0.95), {
    max: serverMs,
    unit: " ms",
    detail: `p50 ${quantile(found, 0.5).toFixed(0)} ms`,
  });
};

const measurePage = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/profile`);
  const way = page.getByRole("link", { name: "판매 현황" }).first();
  await way.waitFor();
  await page.waitForTimeout(settleMs);
  await watchFrames(page);
  await way.click();
  const settlements = page.getByRole("region", { name: "정산 내역", exact: true });
  await settlements.getByText("결제부터 입금까지").first().waitFor();
  await page.locator("svg rect").first().waitFor();
  await page.waitForTimeout(settleMs);
  tell("opening /seller", await slowFrames(page));
  for (const name of ["월별", "일별"]) {
    await page.getByRole("button", { name }).click();
    await page.waitForTimeout(settleMs);
    tell(`changing to ${name}`, await slowFrames(page));
  }
  for (let times = 0; times < 10; times += 1) {
    await settlements.getByRole("button", { name: "더 보기" }).click();
    await page.waitForTimeout(300);
  }
  tell("ten more pages of settlements", await slowFrames(page));
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += 80) {
      window.scrollTo(0, at);
      await new Promise(requestAnimationFrame);
    }
  });
  tell("scrolling through the page", await slowFrames(page));
};

/** Measures the seller's page beside a server and a database of its own. */
export const measureSeller = async (): Promise<void> => {
  execFileSync(process.execPath, [fileURLToPath(new URL("../scripts/build.mjs", import.meta.url))], {
    stdio: "inherit",
  });
  const folder = await mkdtemp(join(tmpdir(), "knowhow-seller-bench-"));
  const database = await startEmbeddedDatabase({ dataDir: folder, log: () => undefined });
  try {
    await migrate(database.url);
    const pool = new pg.Pool({ connectionString: database.url });
    const sellerId = await fillSales(pool);
    const server = await startServerProcess(
      { databaseUrl: database.url, dataDir: folder },
      { NODE_ENV: "local", SESSION_SECRET: sessionSecret },
    );
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      say(`${sales} sales, load ${loadavg()[0]?.toFixed(1) ?? ""}`);
      const cookie = (await signIn(pool, [sellerId]))(sellerId);
      await measureServer(server.url, cookie);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addCookies(
        cookie.split("; ").map((pair) => {
          const at = pair.indexOf("=");
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url };
        }),
      );
      await measurePage(await context.newPage(), server.url);
    } finally {
      await browser.close();
      await pool.end();
      await server.kill();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measureSeller();
  sumUp();
}
