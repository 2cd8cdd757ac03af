import { fork as forkProcess, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { inServer, isTranslated } from "../../places.ts";
import { ExtractionFailed, NoText } from "./failures.ts";
import { patienceFor, type AnyJob, type Drawing, type DrawingJob, type HelperJob, type ReadingJob, type ExtractionOutcome } from "./job.ts"; // oxfmt-ignore
import type { ExtractedText } from "./types.ts";

const program = inServer(isTranslated ? "src/program.ts" : "dist/program.js");
/** What lets Node run it. */
const loading = isTranslated
  ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href]
  : [];
const megabyte = 1024 * 1024;

/** A little below the server's own priority: on a busy machine it still gets its share. */
const lowered = 4;

const stepBack = ({ pid }: ChildProcess): void => {
  try {
    // Answering requests goes before reading files.
    if (pid !== undefined) setPriority(pid, lowered);
  } catch {
    // The program is gone already, or the system knows no priorities.
  }
};

/**
 * Starts the program with nothing but an open file, if any: no settings, no output, no code made from text. Without
 * words of its own it waits for jobs (documents/serve.ts).
 */
const fork = (words: string[], memory: number, descriptor?: number): ChildProcess => {
  const child = forkProcess(program, words, {
    cwd: dirname(program),
    env: {},
    execArgv: [
      ...loading,
      "--disallow-code-generation-from-strings",
      "--disable-proto=delete",
      `--max-old-space-size=${Math.floor((memory * 0.75) / megabyte)}`,
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", ...(descriptor === undefined ? [] : [descriptor]), "ipc"],
  });
  stepBack(child);
  return child;
};

/** Memory of V8 of a program that waits for jobs: what they read lies outside of it. */
const waitingMemory = 512 * megabyte;

/** Starts a program that waits for jobs, about files that they name or the one it is given. */
export const startProgram = (descriptor?: number): ChildProcess => fork([], waitingMemory, descriptor);

const start = (descriptor: number, job: AnyJob): ChildProcess =>
  fork([JSON.stringify(job)], job.memory, descriptor);

/** What an outcome says went wrong. */
const failureOf = (outcome: ExtractionOutcome): Error => {
  if ("noText" in outcome) return new NoText(outcome.noText);
  return "failed" in outcome
    ? new ExtractionFailed(outcome.failed, outcome.detail)
    : new ExtractionFailed("damaged", "the answer to another question");
};

/** What ends a program that needs too much memory: its watch (program.ts), and V8. */
export const memorySignals: readonly unknown[] = ["SIGUSR2", "SIGABRT"];

/** Signal by which the watch of a program ends it at its limit of processor time. */
const timeSignal = "SIGVTALRM";

/** How a program ended without an answer and without being stopped here: by its own watch, V8 or the system. */
const ended = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.on("error", ({ message }) => resolve(message));
    child.on("close", (code, by) => resolve(by ?? `code ${code ?? "unknown"}`));
  });

/** Runs the program, which is gone when this settles: by its answer, a limit or the signal. */
const run = async (descriptor: number, job: AnyJob, signal?: AbortSignal): Promise<ExtractionOutcome> => {
  signal?.throwIfAborted();
  const child = start(descriptor, job);
  const answers: ExtractionOutcome[] = [];
  // Only program.ts speaks on this channel.
  child.on("message", (message) => answers.push(message as ExtractionOutcome));
  const late = AbortSignal.timeout(patienceFor(job));
  const end = () => child.kill("SIGKILL");
  late.addEventListener("abort", end);
  signal?.addEventListener("abort", end);
  const how = await ended(child);
  late.removeEventListener("abort", end);
  signal?.removeEventListener("abort", end);
  const [outcome] = answers;
  if (outcome) return outcome;
  signal?.throwIfAborted();
  if (late.aborted || how === timeSignal) throw new ExtractionFailed("tooLong");
  throw new ExtractionFailed(memorySignals.includes(how) ? "tooMuchMemory" : "interrupted", how);
};

/** Reads an open file in a program of its own; fails with NoText, ExtractionFailed or the signal's reason. */
export const runProgram = async (
  descriptor: number,
  job: ReadingJob,
  signal?: AbortSignal,
): Promise<ExtractedText> => {
  const outcome = await run(descriptor, job, signal);
  if ("text" in outcome) return outcome.text;
  throw failureOf(outcome);
};

/** Asks the built-in helper about an open file of texts; fails with ExtractionFailed or the signal's reason. */
export const runHelper = async (
  descriptor: number,
  job: HelperJob,
  signal?: AbortSignal,
): Promise<unknown> => {
  const outcome = await run(descriptor, job, signal);
  if ("answer" in outcome) return outcome.answer;
  throw failureOf(outcome);
};

/** Draws a page of an open PDF in a program of its own; fails with NoText, ExtractionFailed or the signal's reason. */
export const runDrawing = async (
  descriptor: number,
  job: DrawingJob,
  signal?: AbortSignal,
): Promise<Drawing> => {
  const outcome = await run(descriptor, job, signal);
  if ("drawing" in outcome) return outcome.drawing;
  throw failureOf(outcome);
};
