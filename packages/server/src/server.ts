import { setTimeout as sleep } from "node:timers/promises";
import { api } from "@knowhow/shared";
import Koa from "koa";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./configError.ts";
import { createCipher } from "./crypto.ts";
import { BaseModel } from "./database/BaseModel.ts";
import type { EmbeddedDatabase } from "../dev-database/embedded.ts";
import { readClockSkew } from "./database/clock.ts";
import {
  maxDirectConnections,
  neededConnections,
  openKnex,
  openPool,
  readConnectionLimit,
  readIdentity,
} from "./database/knex.ts";
import { migrate } from "./database/migrate.ts";
import { openReads } from "./database/reads.ts";
import type { Deps } from "./deps.ts";
import { announceChange } from "./events/emit.ts";
import { createEventHub } from "./events/hub.ts";
import { renewSkeletons } from "./features/accounts/renewSkeletons.ts";
import { openStorage } from "./storage/openStorage.ts";
import { keepRelease } from "./storage/releases.ts";
import { createTossGateway } from "./gateways/toss.ts";
import { createPushGateway } from "./gateways/webPush.ts";
import { listen } from "./http/listen.ts";
import { openRenderer } from "./http/renderer.ts";
import { sweepReceiving } from "./http/receiving.ts";
import { createMicroCache } from "./http/microCache.ts";
import { addJob } from "./jobs/jobs.ts";
import { migrateJobs, startWorker, type Worker } from "./jobs/worker.ts";
import { standinPath } from "./localToss.ts";
import { createLog } from "./log.ts";
import { scheduleOf } from "./schedule.ts";

/** A running server of the product. */
export interface RunningServer {
  /** Origin on this machine. */
  url: string;
  deps: Deps;
  databaseUrl: string;
  /**
   * Finishes running requests and jobs, each within its limit, then closes everything; the database too, if this server
   * started it. `atOnce` takes no more connections meanwhile; without it balancers are given time to see that readiness
   * is gone. Where a job goes on, its connections are left to the end of the process.
   */
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** Time in which balancers see that readiness is gone, before new connections are refused. */
const graceMs = { production: 5_000, development: 0, test: 0, local: 0 } as const;

/** A clock that is further ahead would have the ticks of all processes wait for its own. */
const maxSkewMs = 30_000;

/**
 * Starts everything in order: database, schema, demo data, jobs, HTTP. If a step fails, the started parts are closed.
 * Without `byClock` only requested work runs, nothing by the clock; a stop waits `jobsMs` for jobs.
 */
export const startServer = async (
  config: Config,
  options: { databaseSettings?: Record<string, string>; byClock?: boolean; jobsMs?: number } = {},
): Promise<RunningServer> => {
  const log = createLog(config);
  const closing: (() => Promise<unknown>)[] = [];
  const close = (step: () => Promise<unknown>) =>
    step().catch((error: unknown) => {
      log.error({ err: error }, "closing failed");
    });
  const closeAll = async () => {
    for (const step of closing.splice(0).reverse()) await close(step);
  };
  let worker: Worker | undefined;
  let hasRunningJobs = false;
  /** A job that goes on would fail without its connections, and may wait with them for ever: they end with the process. */
  const closeUnlessUsed = (step: () => Promise<unknown>) =>
    closing.push(async () => {
      if (!hasRunningJobs) await step();
    });
  try {
    let embedded: EmbeddedDatabase | undefined;
    if (config.databaseUrl === undefined) {
      const { startEmbeddedDatabase } = await import("../dev-database/embedded.ts");
      embedded = await startEmbeddedDatabase({
        dataDir: config.dataDir,
        log: (line) => {
          log.info({ line }, "database");
        },
        settings: {
          max_connections: String(Math.max(100, neededConnections(config.processes))),
          ...options.databaseSettings,
        },
      });
      closing.push(embedded.stop.bind(embedded));
    }
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
    const directUrl = config.directUrl ?? databaseUrl;
    const isPooled = directUrl !== databaseUrl;
    const onLost = (error: Error) => {
      log.warn({ err: error }, "database connection lost");
    };
    const tracing = config.traceEndpoint === undefined ? undefined : await import("./tracing/start.ts");
    if (tracing && config.traceEndpoint !== undefined)
      closing.push(tracing.startTracing(config.traceEndpoint));
    const opening = {
      movesClock: config.environment === "test",
      Client: tracing && (await import("./tracing/TracedClient.ts")).TracedClient,
    };
    const knex = openKnex(databaseUrl, { ...opening, isPooled });
    closeUnlessUsed(() => knex.destroy());
    const pool = openPool(databaseUrl, onLost, { ...opening, isPooled });
    closeUnlessUsed(() => pool.end());
    const directPool = isPooled
      ? openPool(directUrl, onLost, { ...opening, max: maxDirectConnections })
      : pool;
    if (isPooled) closeUnlessUsed(() => directPool.end());
    // Locks in another database would guard nothing.
    if (isPooled && (await readIdentity(pool)) !== (await readIdentity(directPool)))
      throw new ConfigError("DATABASE_DIRECT_URL: leads to another database than DATABASE_URL");
    const needed = neededConnections(config.processes, { isPooled });
    const limit = await readConnectionLimit(directPool);
    if (limit < needed)
      log.warn({ needed, limit }, "max_connections of the database is low for these processes");
    await migrate(directUrl);
    await renewSkeletons(knex);
    await migrateJobs(directPool);
    await sweepReceiving(config.dataDir);
    BaseModel.knex(knex);

    const storage = await openStorage(config, log);
    closing.push(async () => {
      storage.close();
    });
    let origin = "";
    let standinOrigin = "";
    const reads = openReads(config, { pool, log }, onLost, opening);
    closing.push(() => reads.close());
    const microCache = createMicroCache({ announce: () => announceChange(pool), onDrop: reads.raiseFloor });
    const deps: Deps = {
      config,
      log,
      knex,
      pool,
      directPool,
      reads,
      storage,
      toss: createTossGateway(config.toss, () => config.toss.apiBase ?? `${standinOrigin}${standinPath}`),
      push: config.push && createPushGateway(config.push, log),
      cipher: createCipher(config.encryptionKey),
      addJob,
      microCache,
      events: createEventHub({ pool, directPool, log, microCache }),
      failpoint: (name) => {
        if (name === config.failpoint) process.kill(process.pid, "SIGKILL");
      },
    };
    closing.push(() => deps.events.close());
    const standin = config.toss.standin
      ? await (
          await import("../standins/toss/index.ts")
        ).createTossStandin({
          pool,
          clientKey: config.toss.clientKey,
          secretKey: config.toss.secretKey,
          securityKey: config.toss.securityKey,
          webhookUrl: () => `${origin}${api.orders.webhook.path}`,
          log: (message) => {
            log.debug({ message }, "payment stand-in");
          },
        })
      : undefined;
    if (standin) {
      closing.push(standin.close.bind(standin));
      // Our own calls go to a door of their own, which stays open while the product's is being closed.
      const inner = await listen(new Koa().use(standin.middleware), 0, "127.0.0.1");
      closing.push(() => inner.close());
      standinOrigin = `http://127.0.0.1:${inner.port}`;
    }

    const { seedDemo } = await import("../demo/seed.ts");
    await seedDemo(deps);

    // Before its pages lead to them. A server with a database of its own is the only one; tests start many.
    if (config.databaseUrl !== undefined && config.environment !== "test") {
      const stopKeeping = await keepRelease({ appDir: config.appDir, storage, log });
      closing.push(async () => {
        stopKeeping();
      });
    }
    const renderer = openRenderer(config, log);
    if (renderer) closing.push(renderer.close);
    let isReady = true;
    const server = await listen(
      createApp(deps, { standin: standin?.middleware, renderer, isReady: () => isReady }),
      config.port,
    );
    const closeServer = async () => {
      // Streams never end by themselves: they go before the server waits for its answers.
      await deps.events.close();
      await server.close();
    };
    const closeWorker = async () => {
      hasRunningJobs = (await worker?.stop()) === false;
    };
    // Side by side: answers would be cut by the end of the process while a job takes its time.
    closing.push(() => Promise.all([close(closeServer), close(closeWorker)]));
    origin = `http://localhost:${server.port}`;
    // Tests start many servers and ask few of them for a page.
    if (config.environment !== "test") renderer?.warm();
    const skewMs = await readClockSkew(pool);
    const hasRightClock = Math.abs(skewMs) <= maxSkewMs;
    if (!hasRightClock)
      log.error(
        { skewMs },
        "the clock of this machine is not the database's: nothing runs here by the clock",
      );
    worker = await startWorker(deps, scheduleOf(deps), {
      byClock: hasRightClock && (options.byClock ?? true),
      jobsMs: options.jobsMs,
    });
    let stopping: Promise<void> | undefined;
    return {
      url: origin,
      deps,
      databaseUrl,
      stop: ({ atOnce = false } = {}) => {
        isReady = false;
        stopping ??= sleep(atOnce ? 0 : graceMs[config.environment]).then(closeAll);
        return stopping;
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
