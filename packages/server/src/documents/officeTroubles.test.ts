import { expect, it } from "vitest";
import { findCompoundTrouble } from "./officeTroubles.ts";

/** A file of one stream that says it is this long, of which only the beginning is read. */
const long = (name: string, size: number) => ({
  bytes: Buffer.of(),
  stream: () => undefined,
  root: new Set([name]),
  all: new Set([name]),
  read: () => Buffer.alloc(100),
  size: () => size,
  isCut: () => false,
});

it.each([
  ["ppt", "PowerPoint Document"],
  ["xls", "Workbook"],
])("a %s that is too long to be looked through is not taken", (extension, name) => {
  expect(findCompoundTrouble(long(name, 65 * 1024 * 1024), extension)).toBe("damaged");
  expect(findCompoundTrouble(long(name, 1024 * 1024), extension)).toBeUndefined();
});
