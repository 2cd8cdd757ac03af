/**
 * `npm run bench:console`, and the last part of `npm run bench`: the console with a queue of 10,000 reports. It is
 * scrolled to its last row, filtered and searched; no frame of that may take more than 50 ms. Then how soon it tells of
 * an inquiry. REPORTS may be set. On the stand-in for Electron, with a Chromium of its own.
 */
import { _electron, type Page } from "@playwright/test";
import pg from "pg";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAdmin } from "../packages/server/src/features/accounts/createAdmin.ts";
import { readConfig } from "../packages/server/src/config.ts";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { openKnex } from "../packages/server/src/database/knex.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";
import { buildProduct, startServerProcess } from "../packages/server/testing/process.ts";
import { buildDesktop } from "../scripts/build-desktop.mjs";
import { measureNotices } from "./notices.ts";
import { sessionSecret } from "./people.ts";
import { judge, quantile, say, sumUp } from "./report.ts";

const reports = Number(process.env["REPORTS"] ?? 10_000);
/** A frame that takes longer is seen. */
const maxMs = 50;
/** Milliseconds after which a screen has what it asked for. */
const settleMs = 1_500;
const home = fileURLToPath(new URL("../packages/admin-desktop", import.meta.url));
const admin = { userId: "admin1", email: "admin1@example.com", nickname: "지킴이", password: "Keeper!2026" };

const fillQueue = async (url: string): Promise<void> => {
  await migrate(url);
  const knex = openKnex(url);
  await createAdmin({ config: readConfig({ ADMIN_USER_IDS: admin.userId, DATABASE_URL: url }), knex }, admin);
  await knex.destroy();
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(
    `insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     select '홍길동', 'person' || n, 'person' || n, '사람' || n, '사람' || n, n || '@example.com', '-', '01000000000' from generate_series(1, 400) n`,
  );
  await pool.query(
    `insert into contents (title, description, category, price, file_urls, file_names, seller_id)
     select '신고된 글 ' || n, '설명', 'music', 0, array['/objects/uploads/x'], array['파일.pdf'], u.id
     from generate_series(1, 200) n join users u on u.user_id = 'person' || (200 + n)`,
  );
  await pool.query(
    `insert into reports (report_type, reporter_id, reported_user_id, content_id, content_title, comment_id, report_reason, report_details, created_at)
     -- Each is about a comment of its own: those about one thing would be one row.
     select 'comment', a.id, c.seller_id, c.id, c.title, uuidv7(), (array['spam', 'fraud', 'other'])[1 + n % 3], '광고 ' || n, app_now() - n * interval '1 minute'
     from generate_series(0, $1::int - 1) n
     join users a on a.user_id = 'person' || (1 + n % 200)
     join contents c on c.title = '신고된 글 ' || (1 + (n / 200) % 200)`,
    [reports],
  );
  await pool.end();
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

/** Scrolls on frame by frame until the end is there and stays; gives how many frames that took. */
const scrollToEnd = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const list = document.querySelector('[aria-label="신고 목록"]');
    if (!list) throw new Error("there is no list");
    let frames = 0;
    let rest = 0;
    while (rest < 120) {
      const before = list.scrollTop;
      list.scrollTop += 400;
      rest = list.scrollTop === before ? rest + 1 : 0;
      frames += 1;
      await new Promise(requestAnimationFrame);
    }
    return frames;
  });

/** Which row of the queue is the last that is drawn. */
const lastRow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('[aria-label="신고 목록"] [aria-posinset]')].map((row) =>
        Number(row.getAttribute("aria-posinset")),
      ),
    ),
  );

const tell = (what: string, frames: readonly number[], detail: string): void => {
  judge(what, frames.length === 0 ? 0 : Math.max(...frames), {
    max: maxMs,
    unit: " ms",
    detail: `${detail}${frames.length === 0 ? "" : `, ${frames.length} long frames, half of them up to ${quantile(frames, 0.5).toFixed(0)} ms`}`,
  });
};

const measure = async (page: Page): Promise<void> => {
  const list = page.getByRole("region", { name: "신고 목록" });
  await list.getByRole("listitem").first().waitFor();
  await watchFrames(page);
  const drawn = await scrollToEnd(page);
  tell("loading and scrolling to the end", await slowFrames(page), `${drawn} frames`);
  judge("rows loaded by scrolling", await lastRow(page), { min: reports });
  await page.evaluate(() => {
    const at = document.querySelector('[aria-label="신고 목록"]');
    if (at) at.scrollTop = 0;
  });
  await slowFrames(page);
  const again = await scrollToEnd(page);
  tell("scrolling through all of them", await slowFrames(page), `${again} frames`);
  judge("rows scrolled through", await lastRow(page), { min: reports });
  // From the whole queue to a part of it, and back to the whole.
  const reason = page.getByRole("combobox", { name: "신고 사유" });
  for (const label of ["사기/허위 정보", "모든 사유"]) {
    await reason.selectOption({ label });
    await page.waitForTimeout(settleMs);
    tell(`filtering by "${label}"`, await slowFrames(page), "");
  }
  for (const name of [/^처리됨/, /^대기 중/]) {
    await page.getByRole("button", { name }).click();
    await page.waitForTimeout(settleMs);
    tell(`changing to ${name.source.slice(1)}`, await slowFrames(page), "");
  }
  for (const word of ["광고 99", "사람17", ""]) {
    await page.getByRole("searchbox", { name: "신고 검색" }).fill(word);
    await page.waitForTimeout(settleMs);
    tell(`searching for "${word}"`, await slowFrames(page), "");
  }
};

/** Measures the console beside a server and a database of its own. */
export const measureConsole = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "knowhow-console-bench-"));
  const database = await startEmbeddedDatabase({ dataDir: folder, log: () => undefined });
  try {
    await fillQueue(database.url);
    await buildProduct();
    await buildDesktop();
    const server = await startServerProcess(
      { databaseUrl: database.url, dataDir: folder },
      { SESSION_SECRET: sessionSecret },
    );
    const pool = new pg.Pool({ connectionString: database.url });
    process.env["ELECTRON_OVERRIDE_DIST_PATH"] = fileURLToPath(
      new URL("../e2e/desktop/standin/bin", import.meta.url),
    );
    const app = await _electron.launch({
      args: ["."],
      cwd: home,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: process.env["HOME"] ?? "",
        NODE_ENV: "test",
        KNOWHOW_USER_DATA: join(folder, "console"),
        KNOWHOW_SERVER: server.url,
      },
    });
    try {
      say(`${reports} reports, load ${loadavg()[0]?.toFixed(1) ?? ""}`);
      const page = await app.firstWindow();
      await page.getByRole("textbox", { name: "이메일 또는 아이디" }).fill(admin.userId);
      await page.getByRole("textbox", { name: "비밀번호" }).fill(admin.password);
      await page.getByRole("button", { name: "로그인", exact: true }).click();
      await measure(page);
      await measureNotices(app, pool, server.url);
    } finally {
      await app.close();
      await pool.end();
      await server.kill();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measureConsole();
  sumUp();
}
