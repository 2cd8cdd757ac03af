import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TooManyBytes, type StagedBytes } from "./storage.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const sweepEveryMs = 60 * 60 * 1_000;

/** Fails with TooManyBytes after this many bytes. */
const limitBytes = (maxBytes: number): Transform => {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new TooManyBytes());
      else done(null, chunk);
    },
  });
};

/** Takes a file that arrived whole to its key; the file may be moved away. */
export type StagingPlace = (path: string, key: string, size: number) => Promise<void>;

/** A folder of this machine where bytes wait until they have arrived whole. */
export interface Staging {
  /** Receives bytes in constant memory; fails with TooManyBytes after `maxSize`. */
  stage(source: Readable, maxSize: number): Promise<StagedBytes>;
  /** Fails when the folder can not be written. */
  check(): Promise<void>;
}

/** See Staging. What a killed server left half received is removed a day later, on the way of another upload. */
export const createStaging = (folder: string, place: StagingPlace): Staging => {
  const ready = mkdir(folder, { recursive: true });
  let sweptAt = -Infinity;

  const sweep = async (): Promise<void> => {
    if (performance.now() < sweptAt + sweepEveryMs) return;
    sweptAt = performance.now();
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // When it came here: a copy keeps the time of its bytes.
      const { ctimeMs } = await stat(path);
      if (ctimeMs < Date.now() - dayMs) await rm(path, { force: true });
    }
  };
  // A folder that fails is reported by check() and by the upload itself.
  const sweepQuietly = () => ready.then(sweep).catch(() => undefined);
  void sweepQuietly();

  return {
    async stage(source, maxSize) {
      await ready;
      void sweepQuietly();
      const path = join(folder, randomUUID());
      const discard = () => rm(path, { force: true });
      // Opened first: a stream that opens it itself may do so after an upload that was cut off has been discarded.
      const file = await open(path, "wx", 0o600);
      try {
        // `flush` brings the bytes to the disk before the file is closed.
        await pipeline(source, limitBytes(maxSize), file.createWriteStream({ flush: true }));
        const { size } = await stat(path);
        return { size, discard, commit: (key) => place(path, key, size) };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    async check() {
      await ready;
      const path = join(folder, `check-${randomUUID()}`);
      try {
        // An empty file has room on a full disk too.
        await writeFile(path, "written");
      } finally {
        await rm(path, { force: true });
      }
    },
  };
};
