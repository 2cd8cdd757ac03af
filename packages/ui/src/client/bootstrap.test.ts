import { describe, expect, it, vi } from "vitest";
import { readBusiness, readIsVisitor } from "./bootstrap.ts";

const pageWith = (bootstrap: object): Document => {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = `<script type="application/json" id="bootstrap">${JSON.stringify(bootstrap)}</script>`;
  return page;
};
const opened = (how: { transferSize: number; workerStart: number }): PerformanceEntry => ({
  name: "",
  entryType: "navigation",
  startTime: 0,
  duration: 0,
  toJSON: () => ({}),
  ...how,
});
const fresh = opened({ transferSize: 300, workerStart: 0 });

describe("the business of the page", () => {
  const business = {
    name: "노하우", representative: "홍길동", registrationNo: "1", mailOrderNo: "2", address: "서울", phone: "02",
    email: "a@example.com", hosting: "노하우", socialUrl: "https://example.com",
  }; // oxfmt-ignore

  it("is read when it is whole", () => {
    expect(readBusiness(pageWith({ business }))).toEqual(business);
  });

  it.each([
    {},
    { business: null },
    { business: { ...business, phone: "" } },
    { business: { ...business, email: 1 } },
  ])("is not made up from %j", (bootstrap) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    expect(readBusiness(pageWith(bootstrap))).toBeUndefined();
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe("that nobody is signed in", () => {
  it("is believed of a page that has just come from the server", () => {
    expect(readIsVisitor(pageWith({ isVisitor: true }), fresh)).toBe(true);
    expect(readIsVisitor(pageWith({ hasWorker: true }), fresh)).toBe(false);
    expect(readIsVisitor(document.implementation.createHTMLDocument(), fresh)).toBe(false);
  });

  it("is asked where the page is of another time", () => {
    const page = pageWith({ isVisitor: true });
    expect(readIsVisitor(page, opened({ transferSize: 0, workerStart: 0 }))).toBe(false);
    expect(readIsVisitor(page, opened({ transferSize: 300, workerStart: 12 }))).toBe(false);
    expect(readIsVisitor(page, undefined)).toBe(false);
  });
});
