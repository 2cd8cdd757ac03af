import { AppError } from "@knowhow/shared";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRunner, type JobSource } from "./runner.ts";
import { createTabLanes } from "../rowStore.ts";

/** Lanes with a job, and the failures that their runs end with. */
const due = new Map<string, Error | undefined>();
const ran: string[] = [];
const signals = new Map<string, AbortSignal>();
let lanes: ReturnType<typeof createTabLanes>;
let runner: ReturnType<typeof createRunner>;

const source = (prefix: string, changes: Partial<JobSource> = {}): JobSource => ({
  lanes: () =>
    [...due.keys()].filter((name) => name.startsWith(prefix)).map((name) => ({ name, at: Date.now() })),
  run: async (name) => {
    ran.push(name);
    const failure = due.get(name);
    if (failure) throw failure;
    due.delete(name);
  },
  maxConcurrent: 2,
  ...changes,
});
/** Runs until it is aborted. */
const endless: JobSource["run"] = (name, signal) => {
  signals.set(name, signal);
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
};
const open = (...sources: JobSource[]) => {
  lanes = createTabLanes();
  const nothing = () => undefined;
  runner = createRunner({ sources, runInLane: lanes, onBegin: () => [], onBack: nothing, onLook: nothing });
  return runner.start();
};
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const runsOf = (name: string) => ran.filter((one) => one === name).length;

beforeEach(() => {
  due.clear();
  signals.clear();
  ran.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  runner.close();
  vi.useRealTimers();
});

it("tries a failed lane again less and less often, while others go on", async () => {
  due.set("a:failing", new AppError("UNAVAILABLE")).set("a:fine", undefined);
  open(source("a:"));
  await passes(0);
  expect([runsOf("a:failing"), runsOf("a:fine")]).toEqual([1, 1]);
  await passes(1_000);
  expect(runsOf("a:failing")).toBe(2);
  await passes(1_500);
  expect(runsOf("a:failing")).toBe(2);
  await passes(500);
  expect(runsOf("a:failing")).toBe(3);
  due.set("a:late", undefined);
  runner.look();
  await passes(0);
  expect([runsOf("a:failing"), runsOf("a:late")]).toEqual([3, 1]);
});

it("tries all again when the network is back, but not earlier than a server that is asked too much allows", async () => {
  due.set("a:failing", new AppError("UNAVAILABLE"));
  due.set("a:limited", new AppError("RATE_LIMITED", { retryAfter: 60 }));
  open(source("a:"));
  await passes(0);
  window.dispatchEvent(new Event("online"));
  await passes(0);
  expect([runsOf("a:failing"), runsOf("a:limited")]).toEqual([2, 1]);
  // A person who asks for a retry does not wait.
  await runner.run("a:limited");
  expect(runsOf("a:limited")).toBe(2);
});

it("ends nothing of one sort of jobs that fills its places for another", async () => {
  for (const name of ["a:1", "a:2", "a:3", "b:1"]) due.set(name, undefined);
  open(source("a:", { run: endless }), source("b:"));
  await passes(0);
  expect([...signals.keys()]).toEqual(["a:1", "a:2"]);
  expect(ran).toEqual(["b:1"]);
});

it("stops interruptible lanes that are not wanted any more, and all of them when its last user goes", async () => {
  for (const name of ["a:1", "a:2", "b:1"]) due.set(name, undefined);
  const stop = open(source("a:", { run: endless, isInterruptible: true }), source("b:", { run: endless }));
  await passes(0);
  const ended = () => [...signals].filter(([, { aborted }]) => aborted).map(([name]) => name);
  due.delete("a:1");
  runner.look();
  await passes(0);
  expect(ended()).toEqual(["a:1"]);
  // The lock is free again.
  expect(await lanes("a:1", async () => undefined)).toBe(true);
  stop();
  expect(ended()).toEqual(["a:1", "a:2"]);
  document.dispatchEvent(new Event("freeze"));
  expect(ended()).toEqual(["a:1", "a:2", "b:1"]);
});

it("runs a lane that a run leaves as it was less and less often, and one that goes on at once", async () => {
  const first = { "a:stuck": "1", "a:queue": "1" };
  // A hundred at most, so that this test ends where nothing waits.
  const run: JobSource["run"] = async (name) => {
    ran.push(name);
    if (name === "a:queue") first[name] = String(runsOf(name) + 1);
    if (runsOf(name) === 100) due.delete(name);
  };
  const lanesOfQueues = () =>
    [...due.keys()].map((name) => ({ name, at: 0, first: first[name as keyof typeof first] }));
  due.set("a:stuck", undefined).set("a:queue", undefined);
  open(source("a:", { run, lanes: lanesOfQueues }));
  await passes(0);
  expect([runsOf("a:stuck"), runsOf("a:queue")]).toEqual([1, 100]);
  // No change of anything else brings it back.
  runner.look();
  await passes(999);
  expect(runsOf("a:stuck")).toBe(1);
  await passes(1);
  expect(runsOf("a:stuck")).toBe(2);
  await passes(2_000);
  expect(runsOf("a:stuck")).toBe(3);
  // Its person does not wait, and neither does it once it has got on.
  await runner.run("a:stuck");
  expect(runsOf("a:stuck")).toBeGreaterThan(3);
  const before = runsOf("a:stuck");
  first["a:stuck"] = "2";
  runner.retry("a:stuck");
  await passes(1_000);
  expect(runsOf("a:stuck")).toBe(before + 2);
});

it("waits for another tab where its person waits, and runs no lane that has nothing to do", async () => {
  open(source("a:"));
  const end = new Map<string, () => void>();
  for (const name of ["a:1", "a:2"]) void lanes(name, () => new Promise((resolve) => end.set(name, resolve)));
  for (const name of ["a:1", "a:2", "a:3"]) due.set(name, undefined);
  runner.look();
  const all = Promise.all([runner.run("a:1"), runner.run("a:2"), runner.run("a:3")]);
  await passes(0);
  expect(ran).toEqual(["a:3"]);
  for (const one of end.values()) one();
  await all;
  expect(ran.sort()).toEqual(["a:1", "a:2", "a:3"]);
  await runner.run("a:2");
  expect(ran).toHaveLength(3);
});

it("sends nothing more when the session has ended, until it begins again", async () => {
  due.set("a:1", new AppError("LOGIN_REQUIRED"));
  open(source("a:"));
  await passes(0);
  due.set("a:2", undefined);
  runner.look();
  await passes(60_000);
  expect(ran).toEqual(["a:1"]);
  runner.begin();
  runner.retry("a:1");
  await passes(0);
  expect(ran.sort()).toEqual(["a:1", "a:1", "a:2"]);
});
