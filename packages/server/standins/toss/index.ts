import Router from "@koa/router";
import type Koa from "koa";
import type pg from "pg";
import { addBankRoutes } from "./bankRoutes.ts";
import { addControlRoutes } from "./controlRoutes.ts";
import { standinError, toStandinError } from "./errors.ts";
import { addPaymentRoutes } from "./paymentRoutes.ts";
import { lockOrder, overdueOrders } from "./payments.ts";
import { addPayoutRoutes } from "./payoutRoutes.ts";
import { sweepPayouts } from "./payouts.ts";
import { addReceiptRoutes } from "./receiptRoutes.ts";
import { ensureSchema } from "./schema.ts";
import { addSellerRoutes } from "./sellerRoutes.ts";
import { addTransactionRoutes } from "./transactionRoutes.ts";
import { standinPath } from "../../src/localToss.ts";
import type { Standin } from "./standin.ts";
import { inTransaction } from "./store.ts";
import { startWebhookSender } from "./webhooks.ts";
import { addWindowRoutes } from "./windowRoutes.ts";

/** What the stand-in needs: a pool of its own or a shared one, its keys, and where webhooks go. */
export interface TossStandinOptions {
  pool: pg.Pool;
  clientKey: string;
  secretKey: string;
  /** 64 hexadecimal digits. */
  securityKey: string;
  webhookUrl: string | (() => string);
  log: (message: string) => void;
}

export { standinKeys } from "../../src/localToss.ts";

/** Throws in production, where pretended payments must never be possible. */
export function refuseProduction(): void {
  // The last line of defence: it asks the environment itself, so that no mistake in reading the settings opens it.
  if (process.env["NODE_ENV"] === "production") {
    throw new Error("The Toss Payments stand-in does not run with NODE_ENV=production");
  }
}

async function expireOverdue(pool: pg.Pool): Promise<void> {
  for (const orderId of await overdueOrders(pool)) {
    await inTransaction(pool, (db) => lockOrder(db, orderId));
  }
}

/**
 * The local Toss Payments stand-in as Koa middleware: it answers everything under /standin/toss and passes the
 * rest on. Its state is in a schema of its own, so several processes may serve it and a killed one loses
 * nothing; `close` stops its timers and leaves the pool to its owner. Refuses to exist in production.
 */
export async function createTossStandin(
  options: TossStandinOptions,
): Promise<{ middleware: Koa.Middleware; close(): Promise<void> }> {
  refuseProduction();
  const { pool, log } = options;
  await ensureSchema(pool);
  const closing = new AbortController();
  const standin: Standin = {
    ...options,
    closing: closing.signal,
    webhooks: startWebhookSender({
      ...options,
      beforePoll: async () => {
        await expireOverdue(pool);
        await sweepPayouts(pool);
      },
    }),
  };

  const router = new Router({ prefix: standinPath });
  addControlRoutes(router, standin);
  await addWindowRoutes(router, standin);
  addPaymentRoutes(router, standin);
  addTransactionRoutes(router, standin);
  addReceiptRoutes(router, standin);
  addBankRoutes(router, standin);
  addSellerRoutes(router, standin);
  addPayoutRoutes(router, standin);
  // The router widens the context with its own fields itself before it uses them.
  const routes = router.routes() as Koa.Middleware;

  const middleware: Koa.Middleware = async (ctx, next) => {
    if (ctx.path !== standinPath && !ctx.path.startsWith(`${standinPath}/`)) {
      await next();
      return;
    }
    try {
      await routes(ctx, async () => {
        const { code, status, message } = standinError("NOT_FOUND");
        ctx.status = status;
        ctx.body = { code, message };
      });
    } catch (error) {
      const { code, status, message } = toStandinError(error);
      if (status >= 500) log(`stand-in ${ctx.method} ${ctx.path}: ${String(error)}`);
      ctx.status = status;
      ctx.body = { code, message };
    }
  };

  return {
    middleware,
    async close() {
      closing.abort();
      await standin.webhooks.close();
    },
  };
}
