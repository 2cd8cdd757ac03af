import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { isUuid } from "@knowhow/shared";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pLimit from "p-limit";
import type { Calls } from "./s3Calls.ts";
import { MissingObject, type Pieces, type Storage } from "./storage.ts";
import { arrivalKeyOf } from "./StoredObject.ts";

/** Size of every piece but the last: above the 5 MB that joining asks for, and what the apps send at once. */
const pieceSize = 8 * 1024 * 1024;
const copiesAtOnce = 4;

const root = "resumable/";
const folderOf = (id: string): string => `${root}${id}/`;
const pieceKeyOf = (id: string, start: number): string => `${folderOf(id)}${start}`;
/** Names the join under way, so that the next one can end it. */
const joinKeyOf = (id: string): string => `${folderOf(id)}join`;

/** What the pieces need of the driver. */
export interface S3Parts {
  client: S3Client;
  bucket: string;
  run: Calls["run"];
  /** Time for a call that copies this many bytes. */
  copyMs: (size: number) => number;
  put: (key: string, body: Buffer | Readable, size: number) => Promise<unknown>;
  list: (prefix: string) => AsyncIterable<{ key: string; size: number }>;
  storage: Pick<Storage, "stat" | "open" | "copy" | "remove">;
  /** Folder of this machine where the next piece waits until it is whole. */
  folder: string;
}

/** Ends without an error where the source breaks off, which is told to `onBreak`. */
async function* untilBreak(source: Readable, onBreak: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* source as AsyncIterable<Buffer>; // Without an encoding, chunks are buffers.
  } catch (error) {
    onBreak(error);
  }
}

/**
 * The bytes of resumable uploads in a bucket: objects named by their first byte, all of the same size but the last, which
 * the next bytes extend by another write. A piece is written whole or not at all, so that no killed process leaves a gap.
 * The store itself joins whole uploads, and nothing shorter than they are.
 */
export const createS3Pieces = (parts: S3Parts): Pieces => {
  const { client, bucket: Bucket, run, copyMs, put, list, storage, folder } = parts;
  const ready = mkdir(folder, { recursive: true });
  // A folder that fails is reported by the upload.
  ready.catch(() => undefined);

  /** Sizes of the pieces from the first byte on, without a gap. */
  const sizesOf = async (id: string): Promise<number[]> => {
    const found = new Map<number, number>();
    for await (const { key, size } of list(folderOf(id))) found.set(Number(key.split("/").at(-1)), size);
    const sizes: number[] = [];
    for (let size = found.get(0); size !== undefined; size = found.get(sizes.length * pieceSize)) {
      sizes.push(size);
      if (size !== pieceSize) break;
    }
    return sizes;
  };
  const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

  /** What an ended process copied would stay in the store, seen by no list of objects. */
  const endJoin = async (id: string): Promise<void> => {
    try {
      const UploadId = await text(await storage.open(joinKeyOf(id)));
      const command = new AbortMultipartUploadCommand({ Bucket, Key: arrivalKeyOf(id), UploadId });
      await run("AbortMultipartUpload", copyMs(0), (abortSignal) => client.send(command, { abortSignal }));
    } catch (error) {
      // None was begun, or it is completed.
      if (!(error instanceof MissingObject)) throw error;
    }
    await storage.remove(joinKeyOf(id));
  };

  const joinPieces = async (id: string, sizes: readonly number[]): Promise<void> => {
    const Key = arrivalKeyOf(id);
    await endJoin(id);
    const { UploadId = "" } = await run("CreateMultipartUpload", copyMs(0), (abortSignal) =>
      client.send(new CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal }),
    );
    await put(joinKeyOf(id), Buffer.from(UploadId), UploadId.length);
    const limit = pLimit(copiesAtOnce);
    const Parts = await limit.map(sizes, async (size, index) => {
      const CopySource = `${Bucket}/${pieceKeyOf(id, index * pieceSize)}`;
      const PartNumber = index + 1;
      const command = new UploadPartCopyCommand({ Bucket, Key, UploadId, PartNumber, CopySource });
      const { CopyPartResult } = await run("UploadPartCopy", copyMs(size), (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    });
    const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    await run("CompleteMultipartUpload", copyMs(sumOf(sizes)), (abortSignal) =>
      client.send(command, { abortSignal }),
    );
  };

  return {
    sizeOf: async (id) => sumOf(await sizesOf(id)),

    async append(id, source, offset) {
      await ready;
      const path = join(folder, `${id}.${randomUUID()}`);
      let failure: { error: unknown } | undefined;
      let start = offset - (offset % pieceSize);
      let size = 0;
      let isStored = true;
      const file: FileHandle = await open(path, "wx", 0o600);
      const write = async (bytes: Buffer): Promise<void> => {
        // A disk that is almost full takes a part.
        for (let at = 0; at < bytes.length;) {
          const { bytesWritten } = await file.write(bytes, at, bytes.length - at, size);
          at += bytesWritten;
          size += bytesWritten;
        }
      };
      const store = async (): Promise<void> => {
        await put(pieceKeyOf(id, start), createReadStream(path, { start: 0, end: size - 1 }), size);
        isStored = true;
      };
      try {
        if (offset > start) {
          const begun = await storage.open(pieceKeyOf(id, start));
          for await (const bytes of begun as AsyncIterable<Buffer>) await write(bytes);
          if (start + size !== offset) throw new Error(`a piece of ${size} bytes, not ${offset - start}`);
        }
        const arriving = untilBreak(source, (error) => {
          failure = { error };
        });
        for await (const bytes of arriving) {
          for (let at = 0; at < bytes.length;) {
            const some = bytes.subarray(at, at + pieceSize - size);
            await write(some);
            at += some.length;
            isStored = false;
            if (size < pieceSize) continue;
            await store();
            start += size;
            size = 0;
          }
        }
        if (!isStored) await store();
      } finally {
        await file.close();
        await rm(path, { force: true });
      }
      if (failure) throw failure.error;
      return start + size;
    },

    async adopt(id, size) {
      const key = arrivalKeyOf(id);
      const adopted = await storage.stat(key);
      if (adopted?.size === size) return;
      const sizes = await sizesOf(id);
      if (sumOf(sizes) !== size) throw new MissingObject(key);
      if (sizes.length > 1) await joinPieces(id, sizes);
      else await storage.copy(pieceKeyOf(id, 0), key);
      if ((await storage.stat(key))?.size === size) return;
      // A late write of a call that has lost its lock had put a shorter piece in a longer one's place.
      await storage.remove(key);
      throw new MissingObject(key);
    },

    async drop(id) {
      for await (const { key } of list(folderOf(id))) {
        if (key === joinKeyOf(id)) await endJoin(id);
        else await storage.remove(key);
      }
    },

    async ids() {
      const ids = new Set<string>();
      for await (const { key } of list(root)) ids.add(key.split("/")[1] ?? "");
      return [...ids].filter(isUuid);
    },
  };
};
