import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger as Log } from "pino";
import { raiseAlert } from "../alerts/alerts.ts";
import type { Deps } from "../deps.ts";
import { cancelCashReceipt, issueCashReceipt } from "../orders/cashReceipt.ts";
import { processEvent } from "../orders/notices.ts";
import { finishRefund } from "../orders/refund.ts";
import { reconcileDue } from "../orders/reconcile.ts";
import { compareBooks } from "../settlements/compareBooks.ts";
import { payOut } from "../settlements/payOut.ts";
import { runAlone } from "./alone.ts";
import { cleanUp } from "./cleanUp.ts";
import { keepLeases } from "./leases.ts";
import type { JobName, JobPayloads } from "./jobs.ts";
import { jobsPool } from "./pool.ts";
import { deleteExpired } from "./retention.ts";

const methods: Record<string, "error" | "warn" | undefined> = { error: "error", warning: "warn" };

/** Which job it was, out of what the library tells. */
const jobOf = (job: unknown): { job?: unknown; task?: unknown } =>
  typeof job === "object" && job !== null && "id" in job && "task_identifier" in job
    ? { job: job.id, task: job.task_identifier }
    : {};

const quiet = (log?: Log): Logger =>
  new Logger(() => (level, message, { error, job } = {}) => {
    const method = methods[level];
    if (!method) return;
    // The library's own words for a failure quote all of it.
    if (error instanceof Error) log?.[method]({ err: error, ...jobOf(job) }, "a job failed");
    else log?.[method]({ message }, "jobs");
  });

type Tasks = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** What each job does; run in whichever process is free, each one once. */
const tasksOf = (deps: Deps): Tasks => ({
  providerEvent: ({ eventId }) => processEvent(deps, eventId),
  cashReceipt: ({ orderId }) => issueCashReceipt(deps, orderId),
  cancelCashReceipt: ({ orderId }) => cancelCashReceipt(deps, orderId),
  refund: ({ orderId }) => finishRefund(deps, orderId),
});

/** Before all other jobs. */
const first = -10;

/** Work by the clock. Each tick is a job of its own, so that a killed process holds up none of the next. */
const crontab = `
* * * * * reconcile ?id=reconcile&max=1&priority=${first}
* * * * * reconcileHalf ?id=reconcileHalf&max=1&priority=${first}
7 * * * * cleanUp ?max=3
* * * * * payOut ?id=payOut&max=1
37 19 * * * deleteExpired ?max=3
20 * * * * compareBooks ?id=compareBooks&max=1
`;

/** Makes the job library's own schema, so that jobs can be queued before a worker runs. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: quiet() });

const halfMinute = 30_000;

/** How long after its end a worker is started again. */
const restartMs = 2_000;

interface Worker {
  stop(): Promise<void>;
}

/** Runs until it is stopped: a worker that ends by itself is started again. */
const keepRunning = async (start: () => Promise<Runner>, log: Log): Promise<Worker> => {
  const stopping = new AbortController();
  let runner: Runner | undefined = await start();
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await start();
        await runner.promise;
      } catch (error) {
        log.error({ err: error }, "the worker ended");
      }
      runner = undefined;
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping.abort();
      await runner?.stop();
      await kept;
    },
  };
};

/** Starts the worker of this process; `byClock`: whether it also begins by itself what comes by the clock. */
export const startWorker = async (deps: Deps, { byClock }: { byClock: boolean }): Promise<Worker> => {
  const tasks: TaskList = {
    // Payloads are written by addJob alone, which types them.
    ...(tasksOf(deps) as unknown as TaskList),
    // One round at a time over all processes, so that a provider that hangs never holds more than one of their hands.
    // Not a named queue: one that a killed process was at would stay shut for hours.
    reconcile: async () => {
      await runAlone(deps.pool, "reconcile", () => reconcileDue(deps));
    },
    reconcileHalf: async (_payload, { addJob }) => {
      await addJob(
        "reconcile",
        {},
        { runAt: new Date(Date.now() + halfMinute), maxAttempts: 1, priority: first },
      );
    },
    payOut: async () => {
      await runAlone(deps.pool, "payOut", () => payOut(deps));
    },
    cleanUp: () => cleanUp(deps),
    deleteExpired: () => deleteExpired(deps),
    // Every hour, so that a day on which the provider was down is made up for; each day is compared once.
    compareBooks: () => compareBooks(deps),
  };
  const workerIds = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workerIds.add(worker.workerId));
  events.on("worker:stop", ({ worker }) => workerIds.delete(worker.workerId));
  events.on("job:failed", ({ job }) => {
    if (!Object.hasOwn(tasksOf(deps), job.task_identifier)) return;
    // Tried for days, and not again: somebody has to know.
    raiseAlert(deps, "JOB_FAILED", job.id, { task: job.task_identifier, payload: job.payload }).catch(
      (error: unknown) => {
        deps.log.error({ err: error, job: job.id }, "a failed job went unnoticed");
      },
    );
  });
  const start = (): Promise<Runner> =>
    run({
      pgPool: jobsPool(deps.pool),
      concurrency: 4,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: tasks,
      crontab: byClock ? crontab : "",
      logger: quiet(deps.log),
      events,
    });
  const worker = await keepRunning(start, deps.log);
  const leases = keepLeases(deps.pool, workerIds, deps.log);
  return {
    stop: async () => {
      await worker.stop();
      await leases.stop();
    },
  };
};
