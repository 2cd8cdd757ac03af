import { AppError } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { ExtractionFailed } from "../../../documents/extraction/failures.ts";
import { helperLimits, turns } from "../../../documents/extraction/limits.ts";
import { runHelper } from "../../../documents/extraction/runProgram.ts";
import type { Passage } from "../helper.ts";
import { perform } from "./performTask.ts";
import type { Task, TaskAnswers } from "./task.ts";

/** This queue stays short: its callers hold bounded places of their own. */
const inTurn = pLimit(turns.running);

/** Any text of so many characters is processed faster than a program starts. */
const shortText = 4_000;

const isShort = (task: Task, passages: readonly Passage[]): boolean =>
  JSON.stringify(task).length + passages.reduce((sum, { text }) => sum + text.length, 0) <= shortText;

const tooComplex = (): AppError =>
  new AppError("NO_TEXT", { message: "파일이 너무 복잡해서 글을 읽을 수 없습니다." });

/** Writes line by line, so that a long text does not block other requests while all is serialised. */
const write = async (handle: FileHandle, task: Task, passages: readonly Passage[]): Promise<number> => {
  const first = Buffer.from(JSON.stringify(task));
  await handle.write(first);
  let size = first.length;
  for (const passage of passages) {
    const line = Buffer.from(`\n${JSON.stringify(passage)}`);
    await handle.write(line);
    size += line.length;
  }
  return size;
};

const run = async (task: Task, passages: readonly Passage[], signal: AbortSignal): Promise<unknown> => {
  signal.throwIfAborted();
  const path = join(tmpdir(), `knowhow-thinking-${randomUUID()}`);
  const handle = await open(path, "wx+", 0o600);
  try {
    // Unlinked first, so that the file is gone when it is closed, whatever happens.
    await unlink(path);
    const size = await write(handle, task, passages);
    return await runHelper(handle.fd, { helps: true, size, ...helperLimits }, signal);
  } catch (error) {
    if (!(error instanceof ExtractionFailed)) throw error;
    throw passages.length > 0 ? tooComplex() : new AppError("UNAVAILABLE", { retryAfter: 5 });
  } finally {
    await handle.close();
  }
};

/**
 * Performs a task of the built-in helper; unless the texts are short, in a program of its own with limits of time and
 * memory: strangers' texts can take long to process. Fails with NO_TEXT beyond those limits, or with the signal's
 * reason.
 */
export const runTask = async <K extends Task["kind"]>(
  task: Extract<Task, { kind: K }>,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<TaskAnswers[K]> => {
  const answer = isShort(task, passages)
    ? perform(task, passages)
    : await inTurn(() => run(task, passages, signal));
  // performTask.ts answers each kind of task with its own kind of answer.
  return answer as TaskAnswers[K];
};
