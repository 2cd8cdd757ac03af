import { judgeJob } from "./judgeJob.ts";
import { readyMessage } from "./readyMessage.ts";
import type { JobLimits, WarmAnswer, WarmJob } from "./pool.ts";

/** Judges one file after the other for the server; `watch` is given the limits of each, and nothing after it. */
export const serveJobs = (watch: (limits: JobLimits | undefined) => void): void => {
  process.on("message", ({ job, limits }: WarmJob) => {
    watch(limits);
    void judgeJob(job).then((outcome) => {
      watch(undefined);
      const answer: WarmAnswer = { outcome, resident: process.memoryUsage.rss() };
      process.send?.(answer);
    });
  });
  process.send?.(readyMessage);
};
