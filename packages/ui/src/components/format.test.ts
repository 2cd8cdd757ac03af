import { describe, expect, it } from "vitest";
import { formatBytes, formatCount, formatDate, formatDateTime, formatRelative } from "./format.ts";

const now = new Date("2026-11-21T05:06:00Z");
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe("times", () => {
  it.each([
    [0, "방금 전"],
    [59, "방금 전"],
    [-120, "방금 전"],
    [60, "1분 전"],
    [59 * 60 + 59, "59분 전"],
    [3600, "1시간 전"],
    [24 * 3600 - 1, "23시간 전"],
    [24 * 3600, "1일 전"],
    [30 * 24 * 3600 - 1, "29일 전"],
    [30 * 24 * 3600, "2026년 10월 22일"],
  ])("%i seconds ago is %s", (seconds, text) => {
    expect(formatRelative(before(seconds), now)).toBe(text);
  });

  it("reads days and hours in Seoul, whatever the machine's zone", () => {
    expect(formatDate("2026-12-31T15:00:00Z")).toBe("2027년 1월 1일");
    expect(formatDateTime(now)).toBe("2026년 11월 21일 오후 2:06");
    expect(formatDateTime("2026-11-20T15:00:00Z")).toBe("2026년 11월 21일 오전 12:00");
    expect(formatDateTime("2026-11-21T03:05:00Z")).toBe("2026년 11월 21일 오후 12:05");
  });
});

describe("numbers", () => {
  it.each([
    [0, "0"],
    [9_999, "9,999"],
    [10_000, "1만"],
    [12_345, "1.2만"],
    [100_000, "10만"],
    [123_456, "12.3만"],
    [1_234_567, "123만"],
  ])("%i is %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it("names sizes", () => {
    expect([0, 500, 1536, 10 * 1024 ** 2, 500 * 1024 ** 2].map(formatBytes)).toEqual(
      ["0B", "500B", "1.5KB", "10MB", "500MB"], // oxfmt-ignore
    );
  });
});
