import type Router from "@koa/router";
import type { RouterContext } from "@koa/router";
import { boolean, number, object } from "yup";
import { checkBody, parseJson, readBody } from "./body.ts";
import { StandinError } from "./errors.ts";
import { addNextRule, clearNextRules, nextRuleSchema } from "./nextRules.ts";
import type { Standin } from "./standin.ts";
import { clockNow } from "./store.ts";

const webhooksBody = object({
  repeat: number().integer().min(0).max(100).nullable().optional(),
  reorder: boolean().nullable().optional(),
});

// About three centuries: further, and PostgreSQL's own calendar would be left some day.
const farthestMs = 1e13;

const clockBody = object({
  advanceMs: number().required().integer().min(-farthestMs).max(farthestMs),
});

interface LogEntry {
  at: Date;
  event: string;
  orderId: string;
  paymentKey: string;
  amount: number;
}

async function answer(ctx: RouterContext, act: (body: unknown) => Promise<object>): Promise<void> {
  ctx.set("cache-control", "no-store");
  try {
    ctx.body = await act(parseJson((await readBody(ctx)).toString("utf8")));
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    ctx.status = error.status;
    ctx.body = { code: error.code, message: error.message };
  }
}

/** Adds the calls with which a test or a developer makes the provider misbehave and reads its charge log. */
export function addControlRoutes(router: Router, standin: Standin): void {
  const { pool } = standin;

  router.post("/control/next", (ctx) =>
    answer(ctx, async (body) => {
      const rule = checkBody(nextRuleSchema, body);
      const { code, delayMs, drop, actAfterMs } = rule;
      const isEmpty = [code, delayMs, drop, actAfterMs].every((value) => value === undefined);
      await (isEmpty ? clearNextRules(pool) : addNextRule(pool, rule));
      return { next: isEmpty ? null : rule };
    }),
  );

  router.post("/control/webhooks", (ctx) =>
    answer(ctx, async (body) => {
      const { repeat, reorder } = checkBody(webhooksBody, body);
      return { sent: await standin.webhooks.redeliver({ repeat: repeat ?? 1, reorder: reorder ?? false }) };
    }),
  );

  router.post("/control/clock", (ctx) =>
    answer(ctx, async (body) => {
      const { advanceMs } = checkBody(clockBody, body);
      await pool.query("update standin_toss.clock set offset_ms = offset_ms + $1", [advanceMs]);
      const now = await clockNow(pool);
      standin.webhooks.kick();
      return { now: now.toISOString() };
    }),
  );

  router.get("/control/log", (ctx) =>
    answer(ctx, async () => {
      const orderId = ctx.URL.searchParams.get("orderId");
      const { rows } = await pool.query<LogEntry>(
        `select at, event, order_id as "orderId", payment_key as "paymentKey", amount
         from standin_toss.charge_log where $1::text is null or order_id = $1 order by id`,
        [orderId],
      );
      return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
    }),
  );
}
