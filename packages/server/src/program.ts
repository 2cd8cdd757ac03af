import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import {
  fileDescriptor,
  patienceFor,
  type AnyJob,
  type ExtractionOutcome,
} from "./documents/extraction/job.ts";

/**
 * The program that judges, reads and draws files, or thinks about texts. Strangers' bytes meet the parsers here: in a
 * process of its own, without the server's settings and connections, that may be ended at any moment.
 */

/**
 * Too much memory or processor time ends the program by a signal of its own (extraction/runProgram.ts). Sees memory that
 * no V8 limit counts (buffers, WebAssembly), and the end of time when the server is gone.
 */
const watch = `
  const { parentPort } = require("node:worker_threads");
  const end = (signal) => process.kill(process.pid, signal);
  let late, looks;
  parentPort.on("message", (limits) => {
    clearTimeout(late);
    clearInterval(looks);
    if (!limits) return;
    late = setTimeout(end, limits.milliseconds, "SIGKILL");
    const before = process.cpuUsage();
    looks = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (process.memoryUsage.rss() > limits.memory) end("SIGUSR2");
      // Judging is limited by the clock alone.
      else if ((user + system) / 1_000 > limits.processorMilliseconds) end("SIGVTALRM");
    }, 20);
  });
`;

/** The program ends itself a little later than the server would end it. */
const grace = 2_000;

const preferToBeKilled = (): void => {
  try {
    // Where Linux runs short of memory this process goes first, not the server.
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Other systems have no such wish.
  }
};

const answer = async (job: AnyJob): Promise<ExtractionOutcome> => {
  if ("helps" in job) {
    const { performTask } = await import("./features/assistant/local/performTask.ts");
    return { answer: performTask(fileDescriptor, job.size) };
  }
  if ("draws" in job) {
    const { drawJob } = await import("./documents/extraction/drawJob.ts");
    return drawJob(fileDescriptor, job);
  }
  const { readJob } = await import("./documents/extraction/readJob.ts");
  return readJob(fileDescriptor, job);
};

/** A stop of the server reaches all of its group: the program finishes its job, and leaves with the server. */
const followServer = (): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
};

followServer();
preferToBeKilled();
const watcher = new Worker(watch, { eval: true, execArgv: [] });
const [, , words] = process.argv;
if (words === undefined) {
  const { serveJobs } = await import("./documents/serve.ts");
  serveJobs((limits) => {
    watcher.postMessage(limits);
  });
} else {
  // The server's own words, given by runProgram.ts.
  const job = JSON.parse(words) as AnyJob;
  const { memory, milliseconds: processorMilliseconds } = job;
  watcher.postMessage({ memory, processorMilliseconds, milliseconds: patienceFor(job) + grace });
  const outcome = await answer(job);
  process.send?.(outcome, () => process.exit(0));
}
