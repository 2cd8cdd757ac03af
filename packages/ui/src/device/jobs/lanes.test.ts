import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createJobEngine, type JobEngine } from "./engine.ts";
import { actHandlers } from "./handlers/act.ts";
import type { Job } from "./job.ts";
import { createTabJobStore, type JobStore } from "./store.ts";

/** Lanes whose lock another tab holds. */
const held = new Set<string>();
const run = vi.fn<(job: Job<"comment">) => Promise<never>>();
let engine: JobEngine;
let stop: () => void;

beforeEach(() => {
  sessionStorage.clear();
  held.clear();
  run.mockReset();
  // Only the call matters: the answer is not read.
  run.mockResolvedValue({ id: "1" } as never);
  vi.useFakeTimers();
  const store = createTabJobStore("me");
  const runInLane: JobStore["runInLane"] = async (lane, work) =>
    !held.has(lane) && store.runInLane(lane, work);
  engine = createJobEngine({
    store: { ...store, runInLane },
    userId: "me",
    handlers: { ...actHandlers, comment: { ...actHandlers.comment, run } },
    staffWaits: false,
  });
  stop = engine.start();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const texts = () => run.mock.calls.map(([{ payload }]) => payload.text);

it("looks again within fifteen seconds at a lane whose tab is gone without a word, and keeps its order", async () => {
  held.add("comments:a");
  await engine.enqueue("comment", { contentId: "a", text: "하나" });
  await engine.enqueue("comment", { contentId: "a", text: "둘" });
  await engine.enqueue("comment", { contentId: "b", text: "다른 곳" });
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(["다른 곳"]);
  // Still running at the first look.
  await vi.advanceTimersByTimeAsync(15_000);
  held.clear();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(texts()).toEqual(["다른 곳"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(texts()).toEqual(["다른 곳", "하나", "둘"]);
  expect(engine.jobs.getSnapshot()).toEqual([]);
});

it("refuses what can not wait also where it is wanted again while the tab looks, and never sends it later", async () => {
  const reply = vi.spyOn(actHandlers.reply, "run");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  for (const roomId of ["one", "two"]) await engine.enqueue("reply", { roomId, text: "답변" });
  for (let step = 0; step < 20; step += 1) {
    const [first, second] = engine.jobs.getSnapshot().map(({ id }) => id);
    void engine.retry(first ?? "");
    // The second is retried while the first is being refused.
    for (let turn = 0; turn < step; turn += 1) await Promise.resolve();
    void engine.retry(second ?? "");
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.jobs.getSnapshot().map(({ status }) => status)).toEqual(["parked", "parked"]);
  }
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reply).not.toHaveBeenCalled();
});

it("does not lose a call that comes while it looks", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await engine.enqueue("comment", { contentId: "a", text: "하나" });
  // In the same turn in which the look without a network ends.
  for (let turn = 0; turn < 20; turn += 1) {
    online.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    for (let step = 0; step < turn; step += 1) await Promise.resolve();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(turn + 1);
    online.mockReturnValue(false);
    await engine.enqueue("comment", { contentId: "a", text: "하나" });
  }
});
