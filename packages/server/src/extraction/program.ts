import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { fileDescriptor, type AnyJob, type Outcome } from "./job.ts";
import { proveJob } from "./proveJob.ts";
import { readJob } from "./readJob.ts";

/**
 * The program that reads one file, or thinks about texts, and ends. Strangers' bytes meet the parsers here: in a process of its own, without
 * the server's settings and connections, that may be ended at any moment.
 */

/** Sees the memory that no V8 limit counts (buffers, WebAssembly), and the end of time when the server is gone. */
const watch = `
  const { workerData: { memory, milliseconds } } = require("node:worker_threads");
  const end = () => process.kill(process.pid, "SIGKILL");
  setTimeout(end, milliseconds);
  setInterval(() => { if (process.memoryUsage.rss() > memory) end(); }, 20);
`;

const preferToBeKilled = (): void => {
  try {
    // Where Linux runs short of memory this process goes first, not the server.
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Other systems have no such wish.
  }
};

preferToBeKilled();
// The server's own words, given by runProgram.ts.
const job = JSON.parse(process.argv[2] ?? "") as AnyJob;
new Worker(watch, {
  eval: true,
  execArgv: [],
  workerData: { memory: job.memory, milliseconds: job.milliseconds },
});

const answer = async (): Promise<Outcome> => {
  if ("proves" in job) return proveJob(fileDescriptor, job.size);
  if (!("helps" in job)) return readJob(fileDescriptor, job);
  const { performTask } = await import("../features/assistant/local/performTask.ts");
  return { answer: performTask(fileDescriptor, job.size) };
};

const outcome = await answer();
process.send?.(outcome, () => process.exit(0));
