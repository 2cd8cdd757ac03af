import type { Server } from "node:http";
import Koa from "koa";
import pg from "pg";
import { startEmbeddedDatabase } from "../../dev-database/embedded.ts";
import { createTossStandin, refuseProduction, standinKeys } from "./index.ts";
import { standinPath } from "../../src/localToss.ts";

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function listen(app: Koa, port: number): Promise<Server> {
  return await new Promise((resolve, reject) => {
    const server = app.listen(port, () => resolve(server)).on("error", reject);
  });
}

/** The stand-in as a process of its own: its settings are read here, since the product's do not apply to it. */
async function main(): Promise<void> {
  const { env } = process;
  refuseProduction();
  const port = Number(env["STANDIN_PORT"] ?? 3001);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("STANDIN_PORT is not a port");
  const database =
    env["DATABASE_URL"] === undefined
      ? await startEmbeddedDatabase({ dataDir: env["DATA_DIR"] ?? ".data", log })
      : { url: env["DATABASE_URL"], stop: async () => {} };
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  pool.on("error", (error) => log(`database: ${error.message}`));
  const standin = await createTossStandin({
    pool,
    ...standinKeys,
    webhookUrl: env["TOSS_WEBHOOK_URL"] ?? "http://127.0.0.1:3000/api/payments/webhook",
    log,
  });
  const app = new Koa();
  app.use(standin.middleware);
  const server = await listen(app, port);
  log(`Toss Payments stand-in: http://localhost:${port}${standinPath}`);
  log(`  TOSS_SDK_URL=http://localhost:${port}${standinPath}/v2/standard`);
  log(`  TOSS_API_BASE=http://localhost:${port}${standinPath}`);
  log(`  TOSS_CLIENT_KEY=${standinKeys.clientKey}`);
  log(`  TOSS_SECRET_KEY=${standinKeys.secretKey}`);
  log(`  TOSS_SECURITY_KEY=${standinKeys.securityKey}`);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await standin.close();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    await pool.end();
    await database.stop();
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log(String(error));
          process.exit(1);
        },
      );
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
