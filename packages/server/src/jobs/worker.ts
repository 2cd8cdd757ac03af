import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger as Log } from "pino";
import type { Deps } from "../deps.ts";
import { keepLeases } from "./leases.ts";
import type { JobName, JobPayloads } from "./jobs.ts";
import { jobsPool } from "./pool.ts";
import { SpanKind } from "@opentelemetry/api";
import { inSpan } from "../tracing/spans.ts";

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

/** Tasks of the worker: queued jobs, ticks of the clock, and the alert for a job that failed for good. */
export interface Schedule {
  jobs: { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };
  ticks: TaskList;
  crontab: string;
  onFailed: (job: { id: string; task: string; payload: unknown }) => Promise<void>;
}

/** Makes the job library's own schema, so that jobs can be queued before a worker runs. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: quiet() });

/** How long after its end a worker is started again. */
const restartMs = 2_000;

/** How long a stop waits for running jobs: a round of the reconciler ends within it, and no supervisor kills earlier. */
const defaultJobsMs = 40_000;

/** The worker of a process. */
export interface Worker {
  /** Takes no more jobs and waits for those that run, for a time; tells whether all have ended. Leases free the others. */
  stop(): Promise<boolean>;
}

/** Runs until it is stopped: a worker that ends by itself is started again. */
const keepRunning = async (start: () => Promise<Runner>, log: Log): Promise<{ stop(): Promise<void> }> => {
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

/**
 * Starts the worker of this process; `byClock`: whether it also begins by itself what comes by the clock; `jobsMs`: how
 * long its stop waits for jobs.
 */
export const startWorker = async (
  deps: Pick<Deps, "pool" | "directPool" | "log">,
  { jobs, ticks, crontab, onFailed }: Schedule,
  { byClock, jobsMs = defaultJobsMs }: { byClock: boolean; jobsMs?: number | undefined },
): Promise<Worker> => {
  const tasks: TaskList = {
    // Payloads are written by addJob alone, which types them.
    ...(jobs as unknown as TaskList),
    ...ticks,
  };
  const traced = Object.entries(tasks).map(([name, task]): [string, typeof task] => [
    name,
    (...given) => inSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, async () => task?.(...given)),
  ]);
  const workerIds = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workerIds.add(worker.workerId));
  events.on("worker:stop", ({ worker }) => workerIds.delete(worker.workerId));
  events.on("job:failed", ({ job }) => {
    if (!Object.hasOwn(jobs, job.task_identifier)) return;
    onFailed({ id: job.id, task: job.task_identifier, payload: job.payload }).catch((error: unknown) => {
      deps.log.error({ err: error, job: job.id }, "a failed job went unnoticed");
    });
  });
  const start = (): Promise<Runner> =>
    run({
      pgPool: jobsPool(deps.directPool),
      concurrency: 4,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: Object.fromEntries(traced),
      crontab: byClock ? crontab : "",
      logger: quiet(deps.log),
      events,
    });
  const worker = await keepRunning(start, deps.log);
  const leases = keepLeases(deps.pool, workerIds, deps.log);
  return {
    stop: async () => {
      const stopped = worker.stop().then(() => true);
      const hasEnded = await Promise.race([stopped, sleep(jobsMs, false, { ref: false })]);
      if (!hasEnded) deps.log.warn("jobs go on at the end of this process; others do them again");
      await leases.stop();
      return hasEnded;
    },
  };
};
