import { AppError } from "@knowhow/shared";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delayOf, dueAt, wakeAt } from "./backoff.ts";

const dayMs = 24 * 60 * 60_000;

describe("a time until which something waits", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is what it says, unless it was written under a clock that was wrong", () => {
    const now = Date.now();
    expect([0, now + 5_000, now + dayMs].map(dueAt)).toEqual([0, now + 5_000, now + dayMs]);
    expect(dueAt(now + dayMs + 1)).toBe(0);
  });

  it("is waited for, a little at least, and never for longer than a browser can", () => {
    const work = vi.fn<() => void>();
    wakeAt(Date.now() + 5_000, work);
    vi.advanceTimersByTime(4_999);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(1);
    const timer = wakeAt(Date.now() + 40 * dayMs, work, 250);
    vi.advanceTimersByTime(249);
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(2);
    clearTimeout(timer);
  });
});

describe("a job that failed", () => {
  it("waits twice as long each time, and for five minutes at most", () => {
    const lost = new TypeError("Failed to fetch");
    expect([1, 2, 3, 9, 10, 50].map((attempts) => delayOf(attempts, lost))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
    ]);
  });

  it("waits as long as the server says where that is longer, and for a day at most", () => {
    const wait = (retryAfter: number, attempts: number) =>
      delayOf(attempts, new AppError("UNAVAILABLE", { retryAfter }));
    expect([wait(60, 1), wait(600, 50), wait(1, 3), wait(1e9, 1)]).toEqual([60_000, 600_000, 4_000, dayMs]);
  });
});
