import { describe, expect, it } from "vitest";
import { bridge, checkExactly, listActions, pushes, readServerAddress } from "./ipc.ts";

describe("the bridge of the console", () => {
  it("has a channel of its own for each action", () => {
    const channels = listActions().map(({ channel }) => channel);
    expect(new Set(channels).size).toBe(channels.length);
    expect(channels).toContain("knowhow:notices.show");
  });

  it("takes what the contract says and nothing else", () => {
    const { input } = bridge.notices.count;
    expect(checkExactly(input, { reports: 3, inquiries: 0, alerts: 1 })).toEqual({
      reports: 3,
      inquiries: 0,
      alerts: 1,
    });
    for (const wrong of [
      { reports: "3", inquiries: 0, alerts: 1 },
      { reports: 3, inquiries: 0 },
      { reports: 3, inquiries: 0, alerts: 1, more: 1 },
      null,
      undefined,
    ])
      expect(() => checkExactly(input, wrong)).toThrow();
    expect(() => checkExactly(undefined, { something: 1 })).toThrow();
    expect(checkExactly(undefined, undefined)).toBeUndefined();
  });

  it("leads to screens of its own only", () => {
    expect(checkExactly(pushes.goTo, { path: "/admin?tab=pending" })).toEqual({ path: "/admin?tab=pending" });
    for (const path of ["https://evil.example/", "//evil.example", "/\\evil.example", "admin", "", "/a b"])
      expect(() => checkExactly(pushes.goTo, { path })).toThrow();
  });
});

describe("the address of a server", () => {
  it.each([
    ["https://knowhow.example", "https://knowhow.example"],
    ["knowhow.example", "https://knowhow.example"],
    [" https://knowhow.example:8443/admin?x=1 ", "https://knowhow.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["localhost:3000", "http://localhost:3000"],
    ["127.0.0.1:3000/admin", "http://127.0.0.1:3000"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["https://localhost:3000", "https://localhost:3000"],
    ["localhost.example:3000", "https://localhost.example:3000"],
  ])("%s is %s", (typed, origin) => {
    expect(readServerAddress(typed)).toBe(origin);
  });

  it.each([
    "",
    "http://knowhow.example",
    "http://localhost.evil.example",
    "somebody@localhost:3000",
    "ftp://knowhow.example",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://somebody:secret@knowhow.example",
    "https://",
  ])("%s is none", (typed) => {
    expect(readServerAddress(typed)).toBeUndefined();
  });
});
