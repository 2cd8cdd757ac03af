import type { ChildProcess } from "node:child_process";
import pLimit from "p-limit";
import { startProgram } from "../extraction/runProgram.ts";
import type { JudgeJob, JudgeOutcome } from "./judgeJob.ts";

/** Time and memory that one job may use. */
export interface JobLimits {
  milliseconds: number;
  memory: number;
}

/** What a warm program is sent. */
export interface WarmJob {
  job: JudgeJob;
  limits: JobLimits;
}

/** What a warm program answers: the outcome, and the memory that it keeps. */
export interface WarmAnswer {
  outcome: JudgeOutcome;
  resident: number;
}

/** The program gave no answer: it had no more time, or no more memory. */
export class ProgramEnded extends Error {
  readonly reason: "time" | "memory";

  constructor(reason: "time" | "memory") {
    super(`the program ended for want of ${reason}`);
    this.reason = reason;
  }
}

/** A program that keeps more than this after a job is replaced. */
const maxResident = 256 * 1024 * 1024;

/** Sends a job to a program and waits for its answer; the program is gone when this fails. */
const ask = (child: ChildProcess, work: WarmJob): Promise<WarmAnswer> =>
  new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, work.limits.milliseconds);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A child without a listener would end the process by an error that comes late.
      child.on("error", () => undefined);
      act();
    };
    const fail = () => {
      child.kill("SIGKILL");
      settle(() => reject(new ProgramEnded(isLate ? "time" : "memory")));
    };
    child.once("message", (answer) => settle(() => resolve(answer as WarmAnswer))); // Only program.ts speaks here.
    child.once("exit", fail).once("error", fail);
    child.send(work, (error) => {
      if (error) fail();
    });
  });

/** Runs jobs in programs that were started before, as many at once as there are. */
export interface Pool {
  /** Runs a job, on an open file in a program of its own; fails with ProgramEnded when a limit is reached. */
  run(work: WarmJob, descriptor?: number): Promise<JudgeOutcome>;
  /** Has a program ready, so that the first job does not wait for it to start. */
  warm(): void;
}

/** See Pool. Programs end with this process, which they do not keep alive. */
export const createPool = (size: number): Pool => {
  const idle: ChildProcess[] = [];
  const turns = pLimit(size);
  const rest = (child: ChildProcess) => {
    child.on("exit", () => {
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    child.on("error", () => undefined);
    child.unref();
    child.channel?.unref();
    idle.push(child);
  };
  const wake = (): ChildProcess => {
    const child = idle.pop() ?? startProgram();
    child.removeAllListeners("exit");
    child.ref();
    child.channel?.ref();
    return child;
  };
  return {
    run: (work, descriptor) =>
      turns(async () => {
        const child = descriptor === undefined ? wake() : startProgram(descriptor);
        const { outcome, resident } = await ask(child, work);
        if (descriptor === undefined && resident <= maxResident) rest(child);
        else child.kill("SIGKILL");
        return outcome;
      }),
    warm: () => {
      if (idle.length === 0 && turns.activeCount === 0) rest(startProgram());
    },
  };
};
