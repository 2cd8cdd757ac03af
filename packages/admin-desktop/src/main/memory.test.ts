import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
    time = 0;
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

  const closed: Seal = {
    close: async () => undefined,
    open: async () => Promise.reject(new Error("the key ring is closed")),
  };
  const files = async () => (await readdir(folder)).filter((name) => name.startsWith("memory.bin"));

  it("is not written down where nothing protects it, and a file of something else is nothing", async () => {
    const unprotected = await open(closed);
    await unprotected.write(minji, "another note");
    expect(await files()).toEqual([]);
    // A window that is loaded again has it still.
    expect(unprotected.read(minji)).toBe("another note");
    await writeFile(join(folder, "memory.bin"), reversed("{}"));
    expect((await open()).read(minji)).toBe("");
  });

  it("outlives a key ring that is closed for a moment", async () => {
    await (await open()).write(minji, "hers");
    const closedMeanwhile = await open(closed);
    expect(closedMeanwhile.read(minji)).toBe("");
    // It is not kept yet, which has to be known.
    await expect(closedMeanwhile.write(junho, "his")).rejects.toThrow("seals");
    time += 1;
    // The key ring opens in the middle: this write removes nothing.
    let isOpen = false;
    const opening = await open({
      close: async (text) => (isOpen ? seal.close(text) : undefined),
      open: async () => Promise.reject(new Error("the key ring is closed")),
    });
    isOpen = true;
    await opening.write(junho, "his");
    const again = await open();
    expect([again.read(minji), again.read(junho)]).toEqual(["hers", "his"]);
    await again.write(junho, "more");
    expect(await files()).toEqual(["memory.bin"]);
    expect((await open()).read(minji)).toBe("hers");
  });

  it("brings nothing back that was forgotten while it could not be opened", async () => {
    await (await open()).write(minji, "hers");
    time += 1;
    const closedMeanwhile = await open({ ...seal, open: closed.open });
    await closedMeanwhile.write(minji, "");
    const again = await open();
    expect(again.read(minji)).toBe("");
    await again.write(junho, "his");
    expect(await files()).toEqual(["memory.bin"]);
    expect((await open()).read(minji)).toBe("");
  });

  it("says what could not be sealed, leaves what was, and tries again", async () => {
    let isOpen = true;
    const memory = await open({
      ...seal,
      close: async (text) => (isOpen ? seal.close(text) : undefined),
    });
    await memory.write(minji, "first");
    isOpen = false;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await expect(memory.write(minji, "second")).rejects.toThrow("seals");
    expect((await open()).read(minji)).toBe("first");
    isOpen = true;
    vi.advanceTimersByTime(15_000);
    vi.useRealTimers();
    await expect.poll(async () => (await open()).read(minji)).toBe("second");
  });

  it("is given up when nothing opens it for a month", async () => {
    await (await open()).write(minji, "hers");
    await open(closed);
    time = Date.now() + 31 * 24 * 60 * 60_000;
    await open();
    expect(await files()).toEqual([]);
  });
});
