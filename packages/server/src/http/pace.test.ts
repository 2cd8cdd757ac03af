import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { usualPace, watchPace } from "./pace.ts";

const kilobyte = 1024;

describe("the pace of a body", () => {
  let body: PassThrough;
  let late: number;
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    body = new PassThrough();
    late = 0;
    stop = watchPace(body, usualPace, () => (late += 1));
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  /** Sends so much each second; tells after how many seconds it was too slow. */
  const send = (bytes: number, seconds: number): number | undefined => {
    for (let second = 1; second <= seconds; second += 1) {
      if (bytes > 0) body.emit("data", Buffer.alloc(bytes));
      vi.advanceTimersByTime(1_000);
      if (late > 0) return second;
    }
    return undefined;
  };

  it("lets whoever sends 64 kB a second take hours", () => {
    expect(send(64 * kilobyte, 8_000)).toBeUndefined();
  });

  it("ends a body of which nothing comes after half a minute", () => {
    expect(send(0, 40)).toBe(30);
  });

  it("ends one that trickles, though something comes every second", () => {
    expect(send(1, 600)).toBe(31);
  });

  it("ends one at half the speed after a minute", () => {
    expect(send(32 * kilobyte, 600)).toBeGreaterThanOrEqual(59);
    expect(late).toBe(1);
  });

  it("lets nobody save time by a fast beginning", () => {
    expect(send(8 * kilobyte * kilobyte, 10)).toBeUndefined();
    expect(send(1, 600)).toBeLessThanOrEqual(31);
  });

  it("lets whoever stood still for a while catch up", () => {
    for (let time = 0; time < 5; time += 1) {
      expect(send(0, 25)).toBeUndefined();
      expect(send(kilobyte * kilobyte, 5)).toBeUndefined();
    }
  });

  it("says so once, and not after its end", () => {
    stop();
    expect(send(0, 100)).toBeUndefined();
    stop = watchPace(body, usualPace, () => (late += 1));
    expect(send(0, 100)).toBe(30);
    vi.advanceTimersByTime(100_000);
    expect(late).toBe(1);
    expect(body.listenerCount("data")).toBe(0);
  });
});
