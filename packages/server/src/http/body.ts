import { AppError } from "@knowhow/shared";
import type { Context, Middleware } from "koa";
import { promisify } from "node:util";
import { brotliDecompress, unzip, type ZlibOptions } from "node:zlib";

/** Bytes of a body, and of what is unpacked of it. */
const maxBytes = 1024 * 1024;

const tooLarge = (): AppError => new AppError("TOO_LARGE", { message: "요청이 너무 큽니다. (최대 1MB)" });

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const unpackers: Partial<Record<string, Unpack>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(unzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(unzip),
  // Of these options it reads maxOutputLength alone, under the same name.
  br: (bytes, { maxOutputLength }) =>
    promisify<Buffer, { maxOutputLength?: number | undefined }, Buffer>(brotliDecompress)(bytes, {
      maxOutputLength,
    }),
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Reads a packed body: no more than a megabyte comes out, however little came in. */
const readPacked = async (ctx: Context, encoding: string): Promise<unknown> => {
  const unpack = unpackers[encoding];
  if (!unpack) throw new AppError("UNSUPPORTED_TYPE");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  if (size > maxBytes) {
    // What still comes is let pass, or the connection would stand still after the answer.
    ctx.req.resume();
    throw tooLarge();
  }
  try {
    const bytes = await unpack(Buffer.concat(chunks), { maxOutputLength: maxBytes });
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? tooLarge() : new AppError("BAD_JSON");
  }
};

/** Loaded by the first body that arrives: most calls bring none. */
const openParser = async (): Promise<Middleware> => {
  const { HttpMethodEnum, koaBody } = await import("koa-body");
  return koaBody({
    json: true,
    urlencoded: false,
    text: false,
    multipart: false,
    jsonLimit: maxBytes,
    jsonStrict: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.DELETE],
  });
};

let parser: Promise<Middleware> | undefined;

const hasBody = (ctx: Context): boolean =>
  ctx.get("transfer-encoding") !== "" ||
  (ctx.get("content-length") !== "" && ctx.get("content-length") !== "0");

/** Time within which a body has arrived whole: at most a megabyte of it. */
const arrivalMs = 30_000;

/** No body of the contract nests deeper. */
const maxDepth = 20;

/**
 * Tells whether a schema can judge a body safely: deeper ones overflow the stack of the library that prints them, and a
 * value with a `toString` or `valueOf` of its own fails where it is turned into a text or a number.
 */
const isJudgeable = (body: object): boolean => {
  let level = [body];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    if (level.some((one) => Object.hasOwn(one, "toString") || Object.hasOwn(one, "valueOf"))) return false;
    const next: object[] = [];
    for (const one of level) {
      for (const inner of Object.values(one) as unknown[]) {
        if (typeof inner === "object" && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return level.length === 0;
};

const readPlain = async (ctx: Context): Promise<unknown> => {
  try {
    const parse = await (parser ??= openParser());
    await parse(ctx, () => Promise.resolve());
    return ctx.request.body;
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status === 413) throw tooLarge();
    if (status === 400) throw new AppError("BAD_JSON");
    if (status === 415) throw new AppError("UNSUPPORTED_TYPE");
    throw error;
  }
};

/** Reads a JSON body; nothing sent is an empty object. */
export const readJson = async (ctx: Context): Promise<unknown> => {
  if (!hasBody(ctx)) return {};
  if (!ctx.is("application/json"))
    throw new AppError("UNSUPPORTED_TYPE", { message: "요청은 JSON 형식이어야 합니다." });
  const deadline = setTimeout(() => {
    ctx.req.destroy();
  }, arrivalMs);
  let body: unknown;
  try {
    const encoding = ctx.get("content-encoding").trim().toLowerCase();
    body = await (encoding === "" || encoding === "identity" ? readPlain(ctx) : readPacked(ctx, encoding));
  } finally {
    clearTimeout(deadline);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("BAD_JSON");
  if (!isJudgeable(body)) throw new AppError("VALIDATION");
  return body;
};
