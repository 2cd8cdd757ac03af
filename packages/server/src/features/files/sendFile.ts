import { AppError, megabyte } from "@knowhow/shared";
import type { Context } from "koa";
import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { isUnchanged } from "../../http/etag.ts";
import { MissingObject, type Storage } from "../../storage/storage.ts";

/** Stored bytes to send, and their headers. */
export interface SentFile {
  key: string;
  size: number;
  type: string;
  /** Strong validator of these bytes, without quotes. */
  etag: string;
  cacheControl: string;
  /** `Content-Disposition`, for downloads. */
  disposition?: string;
  /** The SHA-256 of all bytes, said beside a range of them where it is wanted. */
  wholeDigest?: () => Promise<Buffer>;
  /** Runs before the first byte is sent or found unchanged; its failure keeps all of them. */
  beforeBytes?: () => Promise<void>;
}

interface Range {
  start: number;
  end: number;
}

const foundOrFail = async <T>(found: Promise<T>): Promise<T> => {
  try {
    return await found;
  } catch (error) {
    throw error instanceof MissingObject ? new AppError("NOT_FOUND") : error;
  }
};

/**
 * The requested part; undefined for the whole. Several ranges and invalid ones are answered with the whole, and a
 * suffix longer than the file covers all of it (RFC 9110 section 14).
 */
const wantedRange = (ctx: Context, size: number, etag: string): Range | undefined => {
  const condition = ctx.get("if-range");
  if (condition !== "" && condition !== `"${etag}"`) return undefined;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get("range")) ?? [];
  if (first === "" && last === "") return undefined;
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) {
    ctx.set("Content-Range", `bytes */${size}`);
    throw new AppError("RANGE_NOT_SATISFIABLE");
  }
  return { start, end };
};

/** A range of at most so many bytes is read twice: for its digest, which stands before it, and to be sent. */
const maxDigestedBytes = 4 * megabyte;

const isDigestWanted = (ctx: Context, header: string): boolean => /\bsha-256\b/i.test(ctx.get(header));

/** Says the digest of a range where the client wants it (RFC 9530), without holding its bytes. */
const sayDigest = async (ctx: Context, storage: Storage, key: string, range: Range): Promise<void> => {
  if (!isDigestWanted(ctx, "want-content-digest") || range.end - range.start >= maxDigestedBytes) return;
  const hash = createHash("sha256");
  await pipeline(await foundOrFail(storage.open(key, range)), hash);
  ctx.set("Content-Digest", `sha-256=:${hash.digest("base64")}:`);
};

/**
 * Sends stored bytes in constant memory, whole or a range of them (206, 416), or 304 when the client has them. Users'
 * bytes never run in our origin: no sniffing, and a policy that allows nothing.
 */
export const sendFile = async (ctx: Context, storage: Storage, file: SentFile): Promise<void> => {
  const { key, size, etag } = file;
  ctx.status = 200;
  ctx.set("ETag", `"${etag}"`);
  ctx.set("Cache-Control", file.cacheControl);
  ctx.set("X-Content-Type-Options", "nosniff");
  ctx.set("Content-Security-Policy", "sandbox; default-src 'none'");
  if (isUnchanged(ctx)) {
    // This response opens the client's copy, as the bytes themselves would.
    if (ctx.method === "GET") await file.beforeBytes?.();
    ctx.status = 304;
    return;
  }
  ctx.set("Accept-Ranges", "bytes");
  const range = wantedRange(ctx, size, etag);
  if (range && ctx.method === "GET") await sayDigest(ctx, storage, key, range);
  if (range && ctx.method === "GET" && file.wholeDigest && isDigestWanted(ctx, "want-repr-digest"))
    ctx.set("Repr-Digest", `sha-256=:${(await foundOrFail(file.wholeDigest())).toString("base64")}:`);
  const body = ctx.method === "HEAD" ? undefined : await foundOrFail(storage.open(key, range));
  try {
    if (body) await file.beforeBytes?.();
  } catch (error) {
    body?.destroy();
    throw error;
  }
  ctx.set("Content-Type", file.type);
  if (file.disposition !== undefined) ctx.set("Content-Disposition", file.disposition);
  if (range) {
    ctx.status = 206;
    ctx.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  }
  if (body) ctx.body = body;
  ctx.length = range ? range.end - range.start + 1 : size;
};
