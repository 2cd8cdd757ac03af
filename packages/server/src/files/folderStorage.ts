import { files } from "@knowhow/shared";
import { createHmac, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { equalTexts } from "../crypto.ts";
import {
  TooManyBytes,
  type DirectUploads,
  type StagedBytes,
  type Storage,
  type UploadGrant,
} from "./storage.ts";

const staleMs = 24 * 60 * 60 * 1_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

/** Brings a folder's entries to the disk. */
const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Lets at most `most` bytes through. */
const atMost = (most: number): Transform => {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(new TooManyBytes());
      else done(null, chunk);
    },
  });
};

/** Objects in a folder, with signed upload addresses that this server answers itself. */
export const createFolderStorage = ({ root, signingKey }: { root: string; signingKey: Buffer }): Storage => {
  const incoming = join(root, "incoming");
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)+$/.test(key) || key.includes("..")) {
      throw new Error(`not a storage key: ${key}`);
    }
    return join(root, key);
  };

  const signatureOf = (id: string, values: readonly string[]): string =>
    createHmac("sha256", signingKey)
      .update(JSON.stringify([id, ...values]))
      .digest("base64url");

  /** What a killed server left half received. */
  const sweep = async (): Promise<void> => {
    for (const name of await readdir(incoming)) {
      const path = join(incoming, name);
      const { mtimeMs } = await stat(path);
      if (mtimeMs < Date.now() - staleMs) await rm(path, { force: true });
    }
  };
  const ready = mkdir(incoming, { recursive: true });
  ready.then(sweep).catch(() => undefined); // Reported by check() and by the first write.

  const stage = async (source: Readable, maxSize: number): Promise<StagedBytes> => {
    await ready;
    const path = join(incoming, randomUUID());
    const discard = () => rm(path, { force: true });
    try {
      // `flush` brings the bytes to the disk before the file is closed.
      await pipeline(
        source,
        atMost(maxSize),
        createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
      );
      const { size } = await stat(path);
      return {
        size,
        discard,
        async commit(key) {
          const target = pathOf(key);
          await mkdir(dirname(target), { recursive: true });
          await rename(path, target);
          await syncFolder(dirname(target));
        },
      };
    } catch (error) {
      await discard();
      throw error;
    }
  };

  const direct: DirectUploads = {
    stage,
    verifyGrant(id, query) {
      const values = ["size", "type", "max", "expires"].map((name) => query.get(name) ?? "");
      if (!equalTexts(query.get("signature") ?? "", signatureOf(id, values))) return undefined;
      const [size = "", type = "", max, expires] = values;
      return {
        id,
        size: size === "" ? undefined : Number(size),
        maxSize: Number(max),
        contentType: type === "" ? undefined : type,
        expiresAt: new Date(Number(expires)),
      };
    },
  };

  return {
    direct,
    signUpload({ id, size, maxSize, contentType, expiresAt, origin }: UploadGrant) {
      const values = [String(size ?? ""), contentType ?? "", String(maxSize), String(expiresAt.getTime())];
      const [sizeText = "", type = "", max = "", expires = ""] = values;
      const query = new URLSearchParams({
        size: sizeText,
        type,
        max,
        expires,
        signature: signatureOf(id, values),
      });
      return Promise.resolve(`${origin}${files.put.path.replace(":objectId", id)}?${query.toString()}`);
    },
    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { size: found.size } : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async open(key, range) {
      const handle = await open(pathOf(key), "r");
      return handle.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    async write(key, source) {
      const staged = await stage(
        Buffer.isBuffer(source) ? Readable.from([source]) : source,
        Number.MAX_SAFE_INTEGER,
      );
      await staged.commit(key);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true, recursive: true });
    },
    async check() {
      await ready;
      const path = join(incoming, `check-${randomUUID()}`);
      await writeFile(path, "");
      await rm(path, { force: true });
    },
  };
};
