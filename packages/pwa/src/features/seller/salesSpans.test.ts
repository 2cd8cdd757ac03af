import { expect, it } from "vitest";
import { isLabelled, spansOfDays, spansOfMonths, type SalesSpan } from "./salesSpans.ts";

const labelsOf = (spans: readonly SalesSpan[]): string[] =>
  spans.filter((_, index) => isLabelled(spans, index)).map(({ label }) => label);

it.each(["2026-11-23", "2026-01-09", "2024-02-29"])(
  "labels the newest day and month on %s, and as many before them as a phone has room for",
  (day) => {
    const now = new Date(`${day}T03:00:00Z`);
    for (const [spans, newest] of [
      [spansOfDays([], now), `${Number(day.slice(5, 7))}.${Number(day.slice(8))}`],
      [spansOfMonths([], now), `${day.slice(2, 4)}년 ${Number(day.slice(5, 7))}월`],
    ] as const) {
      const labels = labelsOf(spans);
      expect(labels.at(-1)).toBe(newest);
      expect(labels.length).toBeGreaterThan(3);
      expect(labels.join("").length).toBeLessThanOrEqual(35);
    }
  },
);

it("labels one bar alone", () => {
  expect(isLabelled([{ label: "11.23" }], 0)).toBe(true);
});
