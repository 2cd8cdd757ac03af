import childProcess, { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { judgeFile as JudgeFile } from "./judge.ts";

const fork = vi.spyOn(childProcess, "fork");
// Modules that were loaded before call it by its name.
syncBuiltinESMExports();
let judgeFile: typeof JudgeFile;

/** The program that was started last. */
const lastProgram = (): ChildProcess => {
  const [result] = fork.mock.results.slice(-1);
  if (result?.type !== "return") throw new Error("no program was started");
  return result.value;
};

const text = Buffer.from("가나다라 마바사\n");
const judgeText = () =>
  judgeFile({
    size: text.length,
    read: () => Promise.resolve(text),
    stream: () => Promise.resolve(Readable.from([text])),
  });
const sound = { extension: "txt", trouble: undefined };

/** Has a text judged by a program that gets these signals before it looks at it. */
const judgeUnder = async (...signals: NodeJS.Signals[]) => {
  const program = lastProgram();
  program.kill("SIGSTOP");
  const send = vi.spyOn(program, "send").mockClear();
  const verdict = judgeText();
  await expect.poll(() => send.mock.calls.length).toBe(1);
  for (const signal of [...signals, "SIGCONT"] as const) program.kill(signal);
  return verdict;
};

beforeAll(async () => {
  // Programs of the loaded module wait for jobs of other tests too, so this file loads its own.
  vi.resetModules();
  ({ judgeFile } = await import("./judge.ts"));
  expect(await judgeText()).toEqual(sound);
});
afterAll(() => {
  fork.mockRestore();
  syncBuiltinESMExports();
});

it("goes on judging while the server is being stopped", async () => {
  // A terminal signals all of its group, systemd all that a service started.
  expect(await judgeUnder("SIGINT", "SIGTERM", "SIGHUP")).toEqual(sound);
});

it.each(["SIGKILL", "SIGQUIT", "SIGSEGV"] as const)("%s says nothing about the file", async (signal) => {
  await expect(judgeUnder(signal)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(await judgeText()).toEqual(sound);
});

it.each(["SIGUSR2", "SIGABRT"] as const)("%s tells that the file needs too much memory", async (signal) => {
  expect(await judgeUnder(signal)).toEqual({ extension: undefined, trouble: "damaged" });
  expect(await judgeText()).toEqual(sound);
});

it("leaves when the server is gone", async () => {
  const program = lastProgram();
  const exit = once(program, "exit");
  program.disconnect();
  expect(await exit).toEqual([0, null]);
});
