import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { endOfBusinessDay, isBusinessDay, watchHolidays } from "./businessDays.ts";
import { holidays } from "./holidays.ts";

const seoul = (text: string) => new Date(`${text}+09:00`);

describe("business days of Korea", () => {
  it.each([
    ["2026-11-23", true],
    ["2026-11-22", false],
    ["2026-11-21", false],
    ["2026-02-16", false],
    ["2026-02-17", false],
    ["2026-02-19", true],
    ["2026-03-02", false],
    ["2026-05-25", false],
    ["2026-07-17", false],
    ["2026-08-17", false],
    ["2026-10-05", false],
    ["2026-12-25", false],
    ["2027-02-09", false],
    ["2027-05-13", false],
    ["2027-09-15", false],
    ["2027-10-04", false],
    ["2027-12-27", false],
    ["2028-01-27", false],
    ["2028-04-12", false],
    ["2028-10-05", false],
    ["2028-10-06", true],
  ])("%s: %s", (day, isWorking) => {
    expect(isBusinessDay(day)).toBe(isWorking);
  });

  it("has the days of the moon where the calendar has them", () => {
    const lunar = new Intl.DateTimeFormat("en-US-u-ca-dangi", {
      month: "numeric",
      day: "numeric",
      timeZone: "Asia/Seoul",
    });
    const moon = new Set(["1/1", "1/2", "4/8", "8/14", "8/15", "8/16"]);
    for (const [year, days] of Object.entries(holidays)) {
      for (let time = Date.parse(`${year}-01-01T03:00:00Z`); ; time += 86_400_000) {
        const day = new Date(time).toISOString().slice(0, 10);
        if (!day.startsWith(year)) break;
        if (moon.has(lunar.format(time))) expect(days, day).toContain(day.slice(5));
      }
    }
  });

  it("fails clearly for a year that the table does not have", () => {
    expect(() => isBusinessDay("2029-01-02")).toThrow(/2029/);
  });

  it.each([
    ["a Monday morning", "2026-11-23T09:00:00", "2026-11-26T23:59:59.999"],
    ["a Friday's last minute", "2026-11-27T23:59:00", "2026-12-02T23:59:59.999"],
    ["a Saturday", "2026-11-28T12:00:00", "2026-12-02T23:59:59.999"],
    ["before Seollal", "2027-02-05T10:00:00", "2027-02-12T23:59:59.999"],
    ["before Chuseok and its substitute", "2028-09-29T10:00:00", "2028-10-11T23:59:59.999"],
    ["the end of a year", "2027-12-30T10:00:00", "2028-01-04T23:59:59.999"],
    ["a night that is still the day before in London", "2026-11-24T00:30:00", "2026-11-27T23:59:59.999"],
    ["beyond the table", "2028-12-29T10:00:00", "2029-01-03T23:59:59.999"],
  ])("three of them after %s", (_name, from, end) => {
    expect(endOfBusinessDay(seoul(from), 3)).toEqual(seoul(end));
  });
});

describe("the end of the table", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it("calls an administrator two months before, and not earlier", async () => {
    const alerts = async () =>
      (
        await app.deps.pool.query(
          "select from alerts where kind = 'HOLIDAYS_MISSING' and resolved_at is null",
        )
      ).rowCount;
    const at = async (time: string) => {
      await app.deps.pool.query("update app_clock set shift = shift + ($1::timestamptz - app_now())", [time]);
      await watchHolidays(app.deps);
    };
    await at("2028-10-01T00:00:00Z");
    expect(await alerts()).toBe(0);
    await at("2028-11-05T00:00:00Z");
    expect(await alerts()).toBe(1);
    await at("2026-11-23T00:00:00Z");
    expect(await alerts()).toBe(0);
  });
});
