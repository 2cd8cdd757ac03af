import type { ChildProcess } from "node:child_process";
import pLimit from "p-limit";
import { memorySignals, startProgram } from "./extraction/runProgram.ts";
import type { JudgeJob, JudgeOutcome } from "./judgeJob.ts";
import { readyMessage } from "./readyMessage.ts";

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

/** The program gave no answer: the job needs too much memory, or the program had no time or was ended by others. */
export class ProgramEnded extends Error {
  readonly reason: "interrupted" | "memory";

  constructor(reason: "interrupted" | "memory") {
    super(`the program ended: ${reason}`);
    this.reason = reason;
  }
}

/** A program that keeps more than this after a job is replaced. */
const maxResident = 256 * 1024 * 1024;

/** On a machine that does much else a program takes its time to start, which is no fault of the file. */
const startMilliseconds = 60_000;

const forget = (child: ChildProcess): void => {
  for (const event of ["message", "exit", "error"]) child.removeAllListeners(event);
};

/** Sends a job to a program and waits for its answer; the program is gone when this fails. */
const ask = (child: ChildProcess, work: WarmJob, wasReady: boolean): Promise<WarmAnswer> =>
  new Promise((resolve, reject) => {
    let isReady = wasReady;
    let timer: NodeJS.Timeout | undefined;
    const limit = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    };
    limit(isReady ? work.limits.milliseconds : startMilliseconds);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      forget(child);
      // A child without a listener would end the process by an error that comes late.
      child.on("error", () => undefined);
      act();
    };
    const fail = (_how?: unknown, signal?: unknown) => {
      child.kill("SIGKILL");
      const reason = isReady && memorySignals.includes(signal) ? "memory" : "interrupted";
      settle(() => reject(new ProgramEnded(reason)));
    };
    child.on("message", (answer) => {
      if (answer === readyMessage) {
        isReady = true;
        limit(work.limits.milliseconds);
      } else settle(() => resolve(answer as WarmAnswer)); // Only program.ts speaks here.
    });
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
  const ready = new WeakSet<ChildProcess>();
  const turns = pLimit(size);
  const rest = (child: ChildProcess) => {
    child.on("exit", () => {
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    child.on("error", () => undefined);
    child.on("message", () => ready.add(child));
    child.unref();
    child.channel?.unref();
    idle.push(child);
  };
  const wake = (): ChildProcess => {
    const child = idle.pop() ?? startProgram();
    forget(child);
    child.ref();
    child.channel?.ref();
    return child;
  };
  return {
    run: (work, descriptor) =>
      turns(async () => {
        const child = descriptor === undefined ? wake() : startProgram(descriptor);
        const { outcome, resident } = await ask(child, work, ready.has(child));
        ready.add(child);
        if (descriptor === undefined && resident <= maxResident) rest(child);
        else child.kill("SIGKILL");
        return outcome;
      }),
    warm: () => {
      if (idle.length === 0 && turns.activeCount === 0) rest(startProgram());
    },
  };
};
