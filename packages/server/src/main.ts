import cluster from "node:cluster";
import { readConfig, type Config } from "./config.ts";
import { ConfigError } from "./configError.ts";
import { warmJudge } from "./documents/judge.ts";
import { shareRegistries } from "./metrics/processes.ts";
import { reportReady, superviseProcesses } from "./processes.ts";
import { startServer } from "./server.ts";

const announce = async (config: Config, url: string): Promise<void> => {
  const lines = [``, `  노하우 is running at ${config.publicUrl ?? url}`];
  if (config.toss.standin) lines.push(`  payments: local stand-in, no money moves`);
  if (config.seedDemo) {
    const { demoPassword, demoUserIds } = await import("../demo/password.ts");
    lines.push(`  demo accounts (password ${demoPassword}): ${demoUserIds.join(", ")}`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
};

let config: Config | undefined;

/** How long running work may take to end after an uncaught failure. */
const endMs = 10_000;

/** A failed start is reported by its caller. */
const ignore = (): void => undefined;

/** Serves in this process until a signal comes. */
const serve = async (config: Config): Promise<void> => {
  shareRegistries([]);
  const starting = startServer(config);
  const stop = (signal: string) => {
    // Also while it is starting: started parts are ended in order.
    starting.then(async (server) => {
      server.deps.log.info({ signal }, "stopping");
      await server.stop();
      process.exit(0);
    }, ignore);
  };
  // Not once: a Ctrl-C arrives twice, from the terminal and from the process that started this one.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
  const server = await starting;
  process.on("uncaughtException", (error: unknown) => {
    // Node itself would print all that the failure carries: a database error's quotes the row.
    server.deps.log.fatal({ err: error }, "nothing caught this: the process ends");
    setTimeout(() => process.exit(1), endMs);
    void server.stop({ atOnce: true }).finally(() => process.exit(1));
  });
  if (cluster.isWorker) reportReady(server.url);
  else await announce(config, server.url);
  warmJudge();
};

const run = async (): Promise<void> => {
  const given = readConfig();
  config = given;
  if (cluster.isPrimary) for (const warning of given.warnings) process.stderr.write(`knowhow: ${warning}\n`);
  if (cluster.isPrimary && given.processes > 1) superviseProcesses(given, (url) => announce(given, url));
  else await serve(given);
};

/** Why the start failed, in one line that names the setting to look at. */
const lineOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException; // Other errors lack both.
  if (code === "EADDRINUSE")
    return `PORT: ${error.message.replace(/^listen /, "")}: another program uses this port`;
  const isConnecting = syscall === "connect" || syscall === "getaddrinfo";
  return isConnecting && config?.databaseUrl !== undefined ? `DATABASE_URL: ${error.message}` : error.message;
};

run().catch((error: unknown) => {
  const line = lineOf(error);
  process.stderr.write(`knowhow: ${line}\n`);
  if (!(error instanceof ConfigError) && error instanceof Error && config?.logLevel === "debug") {
    process.stderr.write(`${error.stack ?? ""}\n`);
  }
  process.exit(1);
});
