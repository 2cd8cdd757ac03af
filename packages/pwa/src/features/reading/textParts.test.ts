import { expect, it } from "vitest";
import { partLabel, partsOf } from "./textParts.ts";

it("keeps the pages that a file counts, with their numbers", () => {
  const pages = [
    { page: 1, text: "하나" },
    { page: 4, text: "넷" },
  ];
  expect(partsOf({ unit: "slide", pages })).toEqual([
    { number: 1, text: "하나" },
    { number: 4, text: "넷" },
  ]);
  expect(partLabel("slide", 4)).toBe("4번 슬라이드");
});

it("cuts a whole text at its lines, or where a line is endless, and loses nothing", () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `${index}번째 줄`).join("\n");
  const text = `${lines}\n${"가".repeat(50_000)}`;
  const parts = partsOf({ unit: "whole", pages: [{ page: 1, text }] });
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.length).toBeGreaterThan(5);
  for (const part of parts) {
    expect(part.number).toBeNull();
    expect(part.text.length).toBeLessThanOrEqual(20_000);
  }
  expect(parts[0]?.text.endsWith("\n")).toBe(true);
});
