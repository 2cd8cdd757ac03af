import { deflateRawSync, inflateRawSync } from "node:zlib";
import { open } from "node:fs/promises";
import { expect, it } from "vitest";
import { loadLibrary } from "./loadLibrary.ts";
import { orDamaged } from "./transient.ts";

const tell = (work: () => unknown): Promise<unknown> =>
  orDamaged(async () => work(), "damaged").catch(() => "again");
const fail = (error: Error) => () => {
  throw error;
};

it.each([
  ["memory of a buffer", fail(new RangeError("Array buffer allocation failed"))],
  ["memory of Node", fail(Object.assign(new Error("no"), { code: "ERR_MEMORY_ALLOCATION_FAILED" }))],
  ["memory of zlib", fail(Object.assign(new Error("no"), { code: "Z_MEM_ERROR", errno: -4 }))],
  ["memory of WebAssembly", fail(new RangeError("WebAssembly.Memory(): could not allocate memory"))],
  ["the disk", () => open("/nowhere/at/all")],
  ["a library", () => loadLibrary(() => Promise.reject(new Error("not installed")))],
])("what failed for %s may work the next time", async (_, work) => {
  expect(await tell(work)).toBe("again");
});

it.each([
  ["a length that is none", fail(new RangeError("Invalid array length"))],
  ["a mistaken parser", fail(new TypeError("undefined is not a function"))],
  ["bytes that were not packed", () => inflateRawSync(Buffer.alloc(9, 0xff))],
  ["packed bytes that were cut off", () => inflateRawSync(deflateRawSync("x".repeat(99)).subarray(0, 3))],
  ["a place behind the end", () => Buffer.alloc(2).readUInt32LE(0)],
])("%s: the file is damaged", async (_, work) => {
  expect(await tell(work)).toBe("damaged");
});
