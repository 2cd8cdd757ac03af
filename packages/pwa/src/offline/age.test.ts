import { expect, it } from "vitest";
import { isFresh } from "./readOnce.ts";

const hour = 60 * 60_000;

it("is read again after six hours, and where a clock that was ahead said when it was kept", () => {
  const now = Date.now();
  expect([0, 5, 7, -1].map((hours) => isFresh(now - hours * hour, now))).toEqual([true, true, false, false]);
});
