import { AppError } from "@knowhow/shared";
import type { Context, Middleware } from "koa";
import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";

/** Bytes of a body, as it arrives and as it is unpacked. */
const maxBytes = 1024 * 1024;

const tooLarge = (): AppError => new AppError("TOO_LARGE", { message: "요청이 너무 큽니다. (최대 1MB)" });

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

/**
 * Fails when the sender leaves in the middle, or when more arrives than a body may have: the parser counts only what a
 * packed body unpacks to, and waits for the rest of one for ever.
 */
const watchArrival = (request: IncomingMessage): Promise<never> =>
  new Promise((_resolve, reject) => {
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge());
    });
    request.once("close", () => {
      if (!request.complete) reject(new AppError("BAD_JSON"));
    });
  });

/** A failure of the parser as one of the contract; those of zlib, Brotli's too, carry a number and no status. */
const toFailure = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Error("a body's parser failed", { cause: error });
  const status = "status" in error ? error.status : undefined;
  if (status === 413) return tooLarge();
  if (status === 415) return new AppError("UNSUPPORTED_TYPE");
  return status === 400 || (status === undefined && "errno" in error) ? new AppError("BAD_JSON") : error;
};

/**
 * Hears every failure of the streams that unpack a body: the parser itself listens no longer than it reads, and an
 * unheard failure ends the process. Gives a function that ends the unpacking.
 */
const watchUnpacking = (request: IncomingMessage): (() => void) => {
  const pipe = request.pipe.bind(request);
  const targets: NodeJS.WritableStream[] = [];
  request.pipe = (target, options) => {
    targets.push(target.on("error", () => undefined));
    return pipe(target, options);
  };
  return () => {
    request.unpipe();
    for (const target of targets) if (target instanceof Duplex) target.destroy();
  };
};

const readBody = async (ctx: Context): Promise<unknown> => {
  const parse = await (parser ??= openParser());
  // The parser knows encodings by their small letters alone.
  ctx.req.headers["content-encoding"] = ctx.get("content-encoding").trim().toLowerCase() || "identity";
  const endUnpacking = watchUnpacking(ctx.req);
  try {
    await Promise.race([parse(ctx, () => Promise.resolve()), watchArrival(ctx.req)]);
    return ctx.request.body;
  } catch (error) {
    throw toFailure(error);
  } finally {
    endUnpacking();
    // What still comes is let pass, or the connection would stand still after the answer.
    ctx.req.resume();
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
    body = await readBody(ctx);
  } finally {
    clearTimeout(deadline);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("BAD_JSON");
  if (!isJudgeable(body)) throw new AppError("VALIDATION");
  return body;
};
