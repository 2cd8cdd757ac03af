// From a sent inquiry to the notification on the administrator's desk.
import { setTimeout as sleep } from "node:timers/promises";
import type { ElectronApplication } from "@playwright/test";
import { inquiries } from "@knowhow/shared";
import type pg from "pg";
import { signIn } from "./people.ts";
import { judge, quantile } from "./report.ts";

const asked = 20;
/** A notification later than this is too late, however long it takes. */
const patienceMs = 10_000;

/** The bodies of the notifications that the console shows. */
const shownBodies = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const { notices } = (
      globalThis as unknown as { knowhowTest: { notices: { shown: Map<string, { body: string }> } } }
    ).knowhowTest; // what the console shows to tests
    return [...notices.shown.values()].map(({ body }) => body);
  });

/** One person after the other asks the administrators something; the console is signed in and has a stream of news. */
export const measureNotices = async (app: ElectronApplication, pool: pg.Pool, url: string): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(
    "select id from users where user_id like 'person%' order by user_id limit $1",
    [asked],
  );
  const cookieOf = await signIn(
    pool,
    rows.map(({ id }) => id),
  );
  const waits: number[] = [];
  for (const [at, { id }] of rows.entries()) {
    const message = `환불은 언제 되나요? (${at + 1})`;
    const started = performance.now();
    const answer = await globalThis.fetch(url + inquiries.create.path, {
      method: inquiries.create.method,
      headers: { cookie: cookieOf(id), "content-type": "application/json" },
      body: JSON.stringify({ subject: null, message }),
    });
    if (!answer.ok) throw new Error(`an inquiry was refused with ${answer.status}: ${await answer.text()}`);
    const isTold = async () => (await shownBodies(app)).includes(message);
    while (!(await isTold()) && performance.now() - started < patienceMs) await sleep(10);
    waits.push(performance.now() - started);
    await sleep(200);
  }
  judge("from an inquiry to its notification, p95", quantile(waits, 0.95), {
    max: 1_000,
    unit: " ms",
    detail: `p50 ${quantile(waits, 0.5).toFixed(0)} ms, ${waits.length} inquiries`,
  });
};
