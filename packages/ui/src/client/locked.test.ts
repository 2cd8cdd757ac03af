import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The module as a page that has just been opened has it. */
const openPage = async () => {
  vi.resetModules();
  return import("./locked.ts");
};

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

it("knows whose session ended on every page that is opened after, until somebody signs in", async () => {
  const first = await openPage();
  expect(first.lockedPerson()).toBeUndefined();
  first.noteLocked("p1");
  const second = await openPage();
  expect(second.lockedPerson()).toBe("p1");
  second.noteLocked(undefined);
  expect((await openPage()).lockedPerson()).toBeUndefined();
});
