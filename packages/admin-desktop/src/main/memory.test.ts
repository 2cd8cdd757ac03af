import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMemory } from "./memory.ts";
import type { Seal } from "./sealedFile.ts";

const reversed = (text: string) => [...text].reverse().join("");
const seal: Seal = {
  close: async (text) => Buffer.from(reversed(text)),
  open: async (sealed) => reversed(sealed.toString()),
};
const server = "https://knowhow.example";
const minji = { server, personId: "minji" };
const junho = { server, personId: "junho" };

describe("what people have written and not sent", () => {
  let folder: string;
  let time = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowhow-memory-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = (by = seal) => openMemory({ file: join(folder, "memory.bin"), seal: by, now: () => time });

  it("outlives a restart, not readable as it is; the last word stays, an empty one forgets", async () => {
    const memory = await open();
    expect(memory.read(minji)).toBe("");
    await Promise.all([memory.write(minji, "first"), memory.write(minji, "a secret note")]);
    expect((await open()).read(minji)).toBe("a secret note");
    expect((await readFile(join(folder, "memory.bin"), "utf8")).includes("secret")).toBe(false);
    await memory.write(minji, "");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is each person's own: nobody reads, replaces or forgets somebody else's, nor that of another server", async () => {
    const memory = await open();
    await memory.write(minji, "hers");
    expect(memory.read(junho)).toBe("");
    expect(memory.read({ ...minji, server: "https://other.example" })).toBe("");
    await memory.write(junho, "his");
    await memory.write({ ...minji, server: "https://other.example" }, "");
    await memory.write(junho, "");
    expect((await open()).read(minji)).toBe("hers");
  });

  it("is not kept for ever", async () => {
    await (await open()).write(minji, "a note");
    time += 31 * 24 * 60 * 60_000;
    expect((await open()).read(minji)).toBe("");
  });

  it("is not written down where nothing protects it, and a file of another key is nothing", async () => {
    await (await open()).write(minji, "a note");
    const unprotected = await open({ ...seal, close: async () => undefined });
    await unprotected.write(minji, "another note");
    expect(await readdir(folder)).toEqual([]);
    // A window that is loaded anew has it still.
    expect(unprotected.read(minji)).toBe("another note");
    for (const broken of ["x", reversed("{}")]) {
      await writeFile(join(folder, "memory.bin"), broken);
      expect((await open()).read(minji)).toBe("");
    }
  });
});
