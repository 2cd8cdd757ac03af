import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import type { Readable } from "node:stream";
import parseRange from "range-parser";
import { isUnchanged } from "../http/etag.ts";
import type { Storage } from "./storage.ts";

/** What is sent, and how. */
export interface SentFile {
  key: string;
  size: number;
  type: string;
  /** Strong validator of these bytes, without quotes. */
  etag: string;
  cacheControl: string;
  /** `Content-Disposition`, for downloads. */
  disposition?: string;
}

interface Range {
  start: number;
  end: number;
}

const openOrFail = async (storage: Storage, key: string, range: Range | undefined): Promise<Readable> => {
  try {
    return await storage.open(key, range);
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === "ENOENT"
      ? new AppError("NOT_FOUND")
      : error;
  }
};

/** The part that a request asks for; undefined for the whole. Several ranges at once are answered with the whole. */
const wantedRange = (ctx: Context, size: number, etag: string): Range | undefined => {
  const header = ctx.get("range");
  if (header === "") return undefined;
  const condition = ctx.get("if-range");
  if (condition !== "" && condition !== `"${etag}"`) return undefined;
  const ranges = parseRange(size, header);
  if (ranges === -1) {
    ctx.set("Content-Range", `bytes */${size}`);
    throw new AppError("RANGE_NOT_SATISFIABLE");
  }
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return undefined;
  return ranges[0];
};

/**
 * Sends stored bytes in constant memory, whole or a range of them (206, 416), or 304 when the client has them.
 * People's bytes never run in our origin: no sniffing, and a policy that allows nothing.
 */
export const sendFile = async (ctx: Context, storage: Storage, file: SentFile): Promise<void> => {
  const { key, size, etag } = file;
  ctx.status = 200;
  ctx.set("ETag", `"${etag}"`);
  ctx.set("Cache-Control", file.cacheControl);
  ctx.set("X-Content-Type-Options", "nosniff");
  ctx.set("Content-Security-Policy", "sandbox; default-src 'none'");
  if (isUnchanged(ctx)) {
    ctx.status = 304;
    return;
  }
  ctx.set("Accept-Ranges", "bytes");
  const range = wantedRange(ctx, size, etag);
  const body = ctx.method === "HEAD" ? undefined : await openOrFail(storage, key, range);
  ctx.set("Content-Type", file.type);
  if (file.disposition !== undefined) ctx.set("Content-Disposition", file.disposition);
  if (range) {
    ctx.status = 206;
    ctx.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  }
  if (body) ctx.body = body;
  ctx.length = range ? range.end - range.start + 1 : size;
};
