import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dueAt, wakeAt } from "./backoff.ts";

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
