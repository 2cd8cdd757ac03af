import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import type { Config } from "./config.ts";
import { createLog } from "./log.ts";
import { answerMetrics } from "./metrics/processes.ts";

/** Delay before a process takes the place of one that ended: one that ends at once would be started without end. */
const restartMs = 1_000;

interface ReadyMessage {
  /** Origin at which the process listens. */
  ready: string;
}

const isReadyMessage = (message: unknown): message is ReadyMessage =>
  typeof message === "object" && message !== null && "ready" in message;

/** Tells the supervisor that this process listens. */
export const reportReady = (url: string): void => {
  const message: ReadyMessage = { ready: url };
  process.send?.(message);
};

/**
 * Runs the product in `config.processes` processes on one port, and gives it to `announce` once the first listens. That
 * one prepares the schema before the others start. A process that ends is replaced; the supervisor ends with the code
 * of a process that could not start while no other serves, and after a signal when all have ended.
 */
export const superviseProcesses = (config: Config, announce: (url: string) => Promise<void>): void => {
  const log = createLog(config);
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  let isAnnounced = false;
  let stopping: { failed: boolean } | undefined;

  const endAfterLast = (): void => {
    if (stopping && running.size === 0) process.exit(stopping.failed ? 1 : 0);
  };

  const begin = (): void => {
    if (stopping) return;
    const worker = cluster.fork();
    running.add(worker);
    worker.on("message", (message: unknown) => {
      if (!isReadyMessage(message)) return;
      ready.add(worker);
      if (isAnnounced) return;
      isAnnounced = true;
      void announce(message.ready);
      for (let count = 1; count < config.processes; count += 1) begin();
    });
    // A message to a process that has just ended: its end is told by itself.
    worker.on("error", (error) => {
      log.warn({ err: error, pid: worker.process.pid }, "a server process could not be reached");
      if (worker.process.pid !== undefined || !running.delete(worker)) return;
      // A process that was never made tells no end.
      if (ready.size === 0) process.exit(1);
      void sleep(restartMs).then(begin);
    });
    worker.once("exit", (code: number | null, signal: string | null) => {
      running.delete(worker);
      const hasServed = ready.delete(worker);
      if (stopping) {
        if (code) stopping.failed = true;
        endAfterLast();
        return;
      }
      // The process has written why.
      if (code && !hasServed && ready.size === 0) process.exit(code);
      log.error({ pid: worker.process.pid, code, signal }, "a server process ended; another takes its place");
      void sleep(restartMs).then(begin);
    });
  };

  const stop = (): void => {
    stopping ??= { failed: false };
    for (const worker of running) worker.process.kill("SIGTERM");
    endAfterLast();
  };
  // Not once: a Ctrl-C arrives twice, from the terminal and from the process that started this one.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
  answerMetrics();
  // The limits of all processes are counted here.
  new RateLimiterClusterMaster();
  begin();
};
