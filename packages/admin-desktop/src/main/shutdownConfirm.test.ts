import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShutdownConfirm } from "./shutdownConfirm.ts";

describe("the last words of a window", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are waited for until they are there", async () => {
    const steps: string[] = [];
    const shutdownConfirm = createShutdownConfirm(() => steps.push("asked"));
    const waited = shutdownConfirm.wait().then(() => steps.push("gone"));
    await vi.advanceTimersByTimeAsync(500);
    expect(steps).toEqual(["asked"]);
    shutdownConfirm.arrived();
    await waited;
    expect(steps).toEqual(["asked", "gone"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of a broken window are not waited for long", async () => {
    const shutdownConfirm = createShutdownConfirm(() => undefined);
    const waited = vi.fn<() => void>();
    void shutdownConfirm.wait().then(waited);
    await vi.advanceTimersByTimeAsync(999);
    expect(waited).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(waited).toHaveBeenCalledTimes(1);
  });
});
