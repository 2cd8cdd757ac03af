import { describe, expect, it } from "vitest";
import { api } from "./api.ts";
import { isUnsafeMethod, type AnyEndpoint } from "./endpoint.ts";
import { schemasOf } from "./schemas.ts";

const entries = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, AnyEndpoint>).map(
    ([name, entry]) => [`${feature}.${name}`, entry] as const,
  ),
);

describe("the contract", () => {
  it("names each call once", () => {
    const calls = entries.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ":")}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
  it.each(entries)("%s says what it answers", (_name, entry) => {
    expect(entry.kind === "stream").toBe(schemasOf(entry).response === undefined);
  });
  it.each(entries)("%s takes a body only where it can be sent", (_name, entry) => {
    expect(schemasOf(entry).body === undefined || isUnsafeMethod(entry.method)).toBe(true);
  });
  it("knows no schemas of a call that it does not have", () => {
    expect(() => schemasOf({ ...api.orders.create })).toThrow("POST /api/orders");
  });
  it.each(entries)("%s lets nobody banned do what somebody suspended may not", (_name, entry) => {
    expect(entry.whileBanned && !entry.whileSuspended).toBe(false);
  });
});
