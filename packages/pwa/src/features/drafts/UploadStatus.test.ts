import { describe, expect, it } from "vitest";
import { remainingOf } from "./UploadStatus.tsx";

describe("the time that an upload still takes", () => {
  const of = (loaded: number, bytesPerSecond: number) =>
    remainingOf({ loaded, total: 7_200_000, percent: 0, bytesPerSecond });

  it("is told in seconds, minutes or hours", () => {
    expect(of(7_100_000, 50_000)).toBe("약 2초 남음");
    expect(of(0, 50_000)).toBe("약 3분 남음");
    expect(of(0, 1_000)).toBe("약 2시간 남음");
  });

  it("is not told while nobody can know it", () => {
    expect(of(0, 0)).toBeUndefined();
    expect(of(7_200_000, 50_000)).toBeUndefined();
  });
});
