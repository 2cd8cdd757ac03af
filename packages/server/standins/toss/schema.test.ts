import { afterAll, beforeAll, it } from "vitest";
import { ensureSchema } from "./schema.ts";
import { startTestStandin } from "./testing.ts";

let toss: Awaited<ReturnType<typeof startTestStandin>>;
beforeAll(async () => {
  toss = await startTestStandin();
});
afterAll(() => toss.stop());

it("another process starts while a payment is under way", async () => {
  const paying = await toss.pool.connect();
  try {
    await paying.query("begin");
    await paying.query("lock table standin_toss.payments, standin_toss.charge_log in row exclusive mode");
    // Waiting for the payment would be waiting for ever here.
    await ensureSchema(toss.pool);
  } finally {
    await paying.query("rollback");
    paying.release();
  }
});

it("an older schema is brought up to date", async () => {
  await toss.pool.query("alter table standin_toss.charge_log drop column transaction_key");
  await toss.pool.query("comment on schema standin_toss is null");
  await ensureSchema(toss.pool);
  await toss.pool.query("select transaction_key from standin_toss.charge_log");
});
