import { megabyte } from "@knowhow/shared";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startS3, type TestS3 } from "../../testing/s3.ts";
import { createFolderStorage } from "./folderStorage.ts";
import { createS3Storage } from "./s3Storage.ts";
import type { Storage } from "./storage.ts";
import { arrivalKeyOf } from "./StoredObject.ts";

const signingKey = Buffer.alloc(32, 7);
const pieceSize = 8 * megabyte;

const openS3 = ({ settings }: TestS3, root: string): Storage =>
  createS3Storage({ settings, folder: join(root, "incoming"), signingKey, log: { warn: () => undefined } });

/** Gives bytes and breaks off once they are written. */
const breaking = (bytes: Buffer, written: () => Promise<unknown>): Readable =>
  Readable.from(
    (async function* () {
      yield bytes;
      await written();
      throw new Error("broken off");
    })(),
  );

const arrive = (bytes: Buffer): Readable => {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 65_000) parts.push(bytes.subarray(at, at + 65_000));
  return Readable.from(parts);
};

const openDriver = async (kind: string, root: string) => {
  if (kind === "a folder") return { storage: createFolderStorage({ root, signingKey }), s3: undefined };
  const s3 = await startS3();
  return { storage: openS3(s3, root), s3 };
};

describe.each(["a folder", "S3"])("pieces in %s", (kind) => {
  let root: string;
  let storage: Storage;
  let s3: TestS3 | undefined;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "knowhow-pieces-"));
    ({ storage, s3 } = await openDriver(kind, root));
  });
  afterAll(async () => {
    storage.close();
    await s3?.stop();
    await rm(root, { recursive: true });
  });

  const adopted = async (id: string) => buffer(await storage.open(arrivalKeyOf(id)));

  it("become the object, however they were cut", async () => {
    const { pieces } = storage;
    const bytes = randomBytes(2 * pieceSize + 300_000);
    const id = randomUUID();
    const ends = [1, 200_000, pieceSize - 1, pieceSize, pieceSize + 1, bytes.length];
    let offset = 0;
    for (const end of ends) {
      expect(await pieces.append(id, arrive(bytes.subarray(offset, end)), offset)).toBe(end);
      expect(await pieces.sizeOf(id)).toBe(end);
      offset = end;
    }
    expect(await pieces.append(id, Readable.from([]), offset)).toBe(offset);
    await pieces.adopt(id, bytes.length);
    expect((await adopted(id)).equals(bytes)).toBe(true);
    await pieces.adopt(id, bytes.length);
    expect(await pieces.sizeOf(id)).toBe(bytes.length);
    await pieces.drop(id);
    await pieces.drop(id);
    expect([await pieces.sizeOf(id), await pieces.ids()]).toEqual([0, []]);
    expect((await adopted(id)).equals(bytes)).toBe(true);
    expect(await s3?.unfinished()).toEqual(s3 && []);
  });

  it("of exactly one or two full pieces become the object", async () => {
    for (const size of [1, pieceSize, 2 * pieceSize]) {
      const [id, bytes] = [randomUUID(), randomBytes(size)];
      expect(await storage.pieces.append(id, arrive(bytes), 0)).toBe(size);
      await storage.pieces.adopt(id, size);
      expect((await adopted(id)).equals(bytes)).toBe(true);
      await storage.pieces.drop(id);
    }
  });

  it("stay as far as they came before a source broke off", async () => {
    const { pieces } = storage;
    const [id, bytes] = [randomUUID(), randomBytes(500_000)];
    // A file shows what it has; the store not before the break.
    const until = (size: number) => async () => {
      if (kind === "a folder") await expect.poll(() => pieces.sizeOf(id)).toBe(size);
    };
    const first = breaking(bytes.subarray(0, 300_000), until(300_000));
    await expect(pieces.append(id, first, 0)).rejects.toThrow();
    expect(await pieces.sizeOf(id)).toBe(300_000);
    const second = breaking(bytes.subarray(300_000, 400_000), until(400_000));
    await expect(pieces.append(id, second, 300_000)).rejects.toThrow();
    expect(await pieces.sizeOf(id)).toBe(400_000);
    expect(await pieces.append(id, arrive(bytes.subarray(400_000)), 400_000)).toBe(bytes.length);
    await pieces.adopt(id, bytes.length);
    expect((await adopted(id)).equals(bytes)).toBe(true);
    await pieces.drop(id);
    if (kind === "S3") expect(await readdir(join(root, "incoming"))).toEqual([]);
  });

  it("go alone, without another upload's", async () => {
    const { pieces } = storage;
    const [id, other] = [randomUUID(), randomUUID()];
    await pieces.append(id, arrive(Buffer.alloc(10, 1)), 0);
    await pieces.append(other, arrive(Buffer.alloc(20, 2)), 0);
    expect((await pieces.ids()).sort()).toEqual([id, other].sort());
    await pieces.drop(id);
    expect([await pieces.sizeOf(id), await pieces.sizeOf(other)]).toEqual([0, 20]);
    await pieces.drop(other);
  });

  it("that lack bytes become nothing", async () => {
    const id = randomUUID();
    await storage.pieces.append(id, arrive(Buffer.alloc(10, 1)), 0);
    await expect(storage.pieces.adopt(id, 11)).rejects.toThrow();
    expect(await storage.stat(arrivalKeyOf(id))).toBeUndefined();
    await storage.pieces.drop(id);
  });
});

describe("pieces in S3", () => {
  let root: string;
  let storage: Storage;
  let s3: TestS3;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "knowhow-pieces-"));
    s3 = await startS3();
    storage = openS3(s3, root);
  });
  afterEach(() => {
    s3.refuse(undefined);
  });
  afterAll(async () => {
    storage.close();
    await s3.stop();
    await rm(root, { recursive: true });
  });

  it("that could not be joined leave no copies, neither joined later nor dropped", async () => {
    const bytes = randomBytes(pieceSize + 10);
    const ids = [randomUUID(), randomUUID()] as const;
    s3.refuse({ method: "POST", query: "uploadId" });
    for (const id of ids) {
      await storage.pieces.append(id, arrive(bytes), 0);
      await expect(storage.pieces.adopt(id, bytes.length)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    }
    expect(await s3.unfinished()).toHaveLength(2);
    expect(await storage.stat(arrivalKeyOf(ids[0]))).toBeUndefined();
    s3.refuse(undefined);
    await storage.pieces.adopt(ids[0], bytes.length);
    expect((await buffer(await storage.open(arrivalKeyOf(ids[0])))).equals(bytes)).toBe(true);
    expect(await s3.unfinished()).toHaveLength(1);
    await storage.pieces.drop(ids[1]);
    expect(await s3.unfinished()).toEqual([]);
    expect(await storage.stat(arrivalKeyOf(ids[1]))).toBeUndefined();
    await storage.pieces.drop(ids[0]);
  });

  it("that the store refuses cost none that were answered", async () => {
    const [id, bytes] = [randomUUID(), randomBytes(20)];
    await storage.pieces.append(id, arrive(bytes.subarray(0, 10)), 0);
    s3.refuse({ method: "PUT", query: "x-id" });
    await expect(storage.pieces.append(id, arrive(bytes.subarray(10)), 10)).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    s3.refuse(undefined);
    expect(await storage.pieces.sizeOf(id)).toBe(10);
    expect(await storage.pieces.append(id, arrive(bytes.subarray(10)), 10)).toBe(20);
    expect(await readdir(join(root, "incoming"))).toEqual([]);
    await storage.pieces.drop(id);
  });

  it("count up to a gap", async () => {
    const [id, bytes] = [randomUUID(), randomBytes(2 * pieceSize + 10)];
    await storage.pieces.append(id, arrive(bytes), 0);
    await storage.remove(`resumable/${id}/${pieceSize}`);
    expect(await storage.pieces.sizeOf(id)).toBe(pieceSize);
    await expect(storage.pieces.adopt(id, bytes.length)).rejects.toThrow();
    await storage.pieces.append(id, arrive(bytes.subarray(pieceSize)), pieceSize);
    await storage.pieces.adopt(id, bytes.length);
    expect((await buffer(await storage.open(arrivalKeyOf(id)))).equals(bytes)).toBe(true);
    await storage.pieces.drop(id);
  });

  it("go on in another machine's hands", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "knowhow-pieces-"));
    const other = openS3(s3, elsewhere);
    const [id, bytes] = [randomUUID(), randomBytes(pieceSize + 1_000)];
    await storage.pieces.append(id, arrive(bytes.subarray(0, 700)), 0);
    expect(await other.pieces.sizeOf(id)).toBe(700);
    await other.pieces.append(id, arrive(bytes.subarray(700)), 700);
    await storage.pieces.adopt(id, bytes.length);
    expect((await buffer(await other.open(arrivalKeyOf(id)))).equals(bytes)).toBe(true);
    await other.pieces.drop(id);
    other.close();
    await rm(elsewhere, { recursive: true });
  });
});
