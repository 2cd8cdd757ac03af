import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMemory } from "./memory.ts";
import type { Seal } from "./session.ts";

const reversed = (text: string) => [...text].reverse().join("");
const seal: Seal = {
  close: async (text) => Buffer.from(reversed(text)),
  open: async (sealed) => reversed(sealed.toString()),
};

describe("what the window has kept", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowhow-memory-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = (by = seal) => openMemory({ file: join(folder, "memory.bin"), seal: by });

  it("outlives a restart, not readable as it is; the last word stays, an empty one forgets", async () => {
    const memory = open();
    expect(await memory.read()).toBe("");
    await Promise.all([memory.write("first"), memory.write("a secret note")]);
    expect(await open().read()).toBe("a secret note");
    expect((await readFile(join(folder, "memory.bin"), "utf8")).includes("secret")).toBe(false);
    await memory.write("");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is not written down where nothing protects it, and a file of another key is nothing", async () => {
    await open().write("a note");
    const unprotected = open({ ...seal, close: async () => undefined });
    await unprotected.write("another note");
    expect(await readdir(folder)).toEqual([]);
    // A window that is loaded anew has it still.
    expect(await unprotected.read()).toBe("another note");
    await writeFile(join(folder, "memory.bin"), "x");
    expect(await open({ ...seal, open: () => Promise.reject(new Error("another key")) }).read()).toBe("");
  });
});
