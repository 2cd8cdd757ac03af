import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchUpdates } from "./updates.ts";

const hourMs = 60 * 60_000;

const setUp = async ({ isSigned = true, check = (): Promise<unknown> => Promise.resolve() } = {}) => {
  let ready: (version: string) => void = () => undefined;
  const updater = {
    check: vi.fn(check),
    onReady: (tell: (version: string) => void) => {
      ready = tell;
    },
    install: vi.fn(),
  };
  const open = vi.fn(() => Promise.resolve(updater));
  const told: string[] = [];
  const logged: string[] = [];
  const updates = watchUpdates({
    isSigned,
    onReady: (version) => told.push(version),
    log: (text) => logged.push(text),
    open,
  });
  await vi.advanceTimersByTimeAsync(0);
  return { updates, updater, open, told, logged, lieReady: (version: string) => ready(version) };
};

describe("newer versions", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are asked for at the start and now and then, by what is signed alone", async () => {
    const { updater } = await setUp();
    expect(updater.check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(8 * hourMs);
    expect(updater.check).toHaveBeenCalledTimes(3);
    const unsigned = await setUp({ isSigned: false });
    expect(unsigned.open).not.toHaveBeenCalled();
  });

  it("are asked for again when nobody answered", async () => {
    const { updater, logged } = await setUp({ check: () => Promise.reject(new Error("no network")) });
    await vi.advanceTimersByTimeAsync(4 * hourMs);
    expect(updater.check).toHaveBeenCalledTimes(2);
    expect(logged.every((line) => line.includes("no network"))).toBe(true);
  });

  it("are told of, and restarted into where nothing is in the way", async () => {
    const { updates, updater, told, lieReady } = await setUp();
    lieReady("2.0.0");
    expect(told).toEqual(["2.0.0"]);
    await updates.restart(() => Promise.resolve(false));
    expect(updater.install).not.toHaveBeenCalled();
    await updates.restart(() => Promise.resolve(true));
    expect(updater.install).toHaveBeenCalledTimes(1);
  });

  it("that are not there end nothing", async () => {
    const { updates, updater } = await setUp();
    const makeReady = vi.fn(() => Promise.resolve(true));
    await updates.restart(makeReady);
    expect(makeReady).not.toHaveBeenCalled();
    expect(updater.install).not.toHaveBeenCalled();
  });
});
