import { describe, expect, it, vi } from "vitest";
import { createRecent } from "./recent.ts";

describe("answers of the last second", () => {
  it("are computed once for all who ask at once, and again after a second", async () => {
    vi.useFakeTimers();
    try {
      const recent = createRecent();
      let count = 0;
      const ask = () => recent.get("list", async () => (count += 1));
      expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
      vi.advanceTimersByTime(999);
      expect(await ask()).toBe(1);
      vi.advanceTimersByTime(2);
      expect(await ask()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are dropped by a change, also those that are just being computed", async () => {
    const recent = createRecent();
    let finish: (value: string) => void = () => undefined;
    const slow = recent.get("list", () => new Promise<string>((resolve) => (finish = resolve)));
    recent.forget();
    expect(await recent.get("list", async () => "new")).toBe("new");
    finish("old");
    expect(await slow).toBe("old");
    expect(await recent.get("list", async () => "newer")).toBe("new");
  });

  it("do not keep failures", async () => {
    const recent = createRecent();
    await expect(recent.get("list", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await recent.get("list", async () => "back")).toBe("back");
  });
});
