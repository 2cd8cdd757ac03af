import { expect, it } from "vitest";
import { seoulDay } from "./time.ts";

it("knows the day in Korea, which is nine hours ahead of UTC", () => {
  expect(seoulDay(new Date("2026-11-20T14:59:59.999Z"))).toBe("2026-11-20");
  expect(seoulDay(new Date("2026-11-20T15:00:00.000Z"))).toBe("2026-11-21");
  expect(seoulDay(new Date("2026-12-31T15:00:00.000Z"))).toBe("2027-01-01");
});
