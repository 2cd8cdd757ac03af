import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startS3 } from "../../testing/s3.ts";
import { createFolderStorage } from "./folderStorage.ts";
import { createS3Storage } from "./s3Storage.ts";
import { MissingObject, TooManyBytes, type Storage } from "./storage.ts";

const signingKey = Buffer.alloc(32, 7);

/** Opens one driver on nothing, with the folder in which it stages bytes. */
const drivers = [
  {
    name: "a folder",
    /** A reader gets an object to its end, even when it is replaced; the emulator of S3 can not do that. */
    keepsReaders: true,
    open: async (root: string) => ({
      storage: createFolderStorage({ root, signingKey }),
      stop: () => Promise.resolve(),
    }),
  },
  {
    name: "S3",
    keepsReaders: false,
    open: async (root: string) => {
      const { settings, stop } = await startS3();
      const folder = join(root, "incoming");
      const storage = createS3Storage({ settings, folder, signingKey, log: { warn: () => undefined } });
      return { storage, stop };
    },
  },
];

describe.each(drivers)("storage in $name", ({ open, keepsReaders }) => {
  let root: string;
  let storage: Storage;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "knowhow-storage-"));
    ({ storage, stop } = await open(root));
  });
  afterAll(async () => {
    storage.close();
    await stop();
    await rm(root, { recursive: true });
  });

  const read = async (key: string, range?: { start: number; end: number }) =>
    buffer(await storage.open(key, range));
  const bytes = randomBytes(300_000);
  const keysIn = async (folder: string) => {
    const keys: string[] = [];
    for await (const { key } of storage.list(folder)) keys.push(key);
    return keys.sort();
  };
  const staged = () => readdir(join(root, "incoming"));

  it("gives back what was written, whole and in ranges", async () => {
    await storage.write("uploads/a", bytes);
    expect(await storage.stat("uploads/a")).toMatchObject({ size: bytes.length });
    expect((await read("uploads/a")).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 9],
      [7, 7],
      [100_000, 250_000],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      expect((await read("uploads/a", { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it("replaces an object at once", async () => {
    const [old, next] = [Buffer.alloc(2_000_000, "o"), Buffer.alloc(1_000_000, "n")];
    await storage.write("uploads/replaced", old);
    const reading = keepsReaders ? await storage.open("uploads/replaced") : undefined;
    await storage.write("uploads/replaced", next);
    if (reading) expect((await buffer(reading)).equals(old)).toBe(true);
    expect((await read("uploads/replaced")).equals(next)).toBe(true);
  });

  it("knows nothing of objects that are not there", async () => {
    expect(await storage.stat("uploads/missing")).toBeUndefined();
    await expect(storage.open("uploads/missing")).rejects.toBeInstanceOf(MissingObject);
    await expect(storage.open("uploads/missing", { start: 0, end: 9 })).rejects.toBeInstanceOf(MissingObject);
    expect(await storage.copy("arrived/missing", "uploads/missing")).toBeUndefined();
    await storage.remove("uploads/missing");
    expect(await keysIn("nothing/")).toEqual([]);
  });

  it("copies what is there now; what comes later reaches no copy", async () => {
    const next = randomBytes(1_000);
    await storage.write("arrived/b", bytes);
    expect(await storage.copy("arrived/b", "uploads/b")).toMatchObject({ size: bytes.length });
    expect(await storage.copy("arrived/b", "uploads/b")).toMatchObject({ size: bytes.length });
    await storage.write("arrived/b", next);
    expect((await read("uploads/b")).equals(bytes)).toBe(true);
    await storage.remove("arrived/b");
    expect((await read("uploads/b")).equals(bytes)).toBe(true);
    await storage.write("arrived/b", next);
    expect(await storage.copy("arrived/b", "uploads/b")).toMatchObject({ size: next.length });
    expect((await read("uploads/b")).equals(next)).toBe(true);
    expect(await staged()).toEqual([]);
  });

  it("lists a folder, and only that, with times", async () => {
    for (const key of ["derived/1/a.webp", "derived/1/b.webp", "derived/10/a.webp"]) {
      await storage.write(key, Buffer.from(key));
    }
    expect(await keysIn("derived/1/")).toEqual(["derived/1/a.webp", "derived/1/b.webp"]);
    expect(await keysIn("derived/")).toHaveLength(3);
    for await (const { writtenAt } of storage.list("derived/")) {
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
    }
    for (const key of await keysIn("derived/1/")) await storage.remove(key);
    expect(await keysIn("derived/")).toEqual(["derived/10/a.webp"]);
    expect(await storage.stat("derived/1/a.webp")).toBeUndefined();
  });

  it("takes an upload whole or not at all", async () => {
    const { direct } = storage;
    const failing = new Error("the sender left");
    const half = Readable.from(
      (function* () {
        yield bytes;
        throw failing;
      })(),
    );
    await expect(direct.stage(half, 1_000_000)).rejects.toBe(failing);
    await expect(direct.stage(Readable.from([bytes]), bytes.length - 1)).rejects.toBeInstanceOf(TooManyBytes);
    expect(await staged()).toEqual([]);

    const received = await direct.stage(Readable.from([bytes, bytes]), bytes.length * 2);
    expect(received.size).toBe(bytes.length * 2);
    expect(await storage.stat("arrived/c")).toBeUndefined();
    await received.commit("arrived/c");
    await received.discard();
    expect((await read("arrived/c")).equals(Buffer.concat([bytes, bytes]))).toBe(true);
    const dropped = await direct.stage(Readable.from([bytes]), bytes.length);
    await dropped.discard();
    expect(await staged()).toEqual([]);
  });

  it("refuses keys that lead elsewhere", async () => {
    for (const key of ["../a/b", "uploads/../../a", "/etc/passwd", "uploads", "uploads/", "Uploads/a"]) {
      await expect(storage.stat(key)).rejects.toThrow("not a storage key");
      await expect(storage.write(key, bytes)).rejects.toThrow("not a storage key");
    }
  });

  it("passes its check", async () => {
    await storage.check();
    expect(await staged()).toEqual([]);
  });
});
