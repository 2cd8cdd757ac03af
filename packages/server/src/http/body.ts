import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { hasLeft, leftEarly } from "./leaving.ts";

/** Bytes of a body, as it arrives and as it is unpacked. */
const maxBytes = 1024 * 1024;

const tooLarge = (): AppError => new AppError("TOO_LARGE", { message: "요청이 너무 큽니다. (최대 1MB)" });

/** Loaded by the first body that arrives: most calls bring none. */
const openReader = async () => (await import("co-body")).default;

let reader: ReturnType<typeof openReader> | undefined;

const hasBody = (ctx: Context): boolean =>
  ctx.get("transfer-encoding") !== "" ||
  (ctx.get("content-length") !== "" && ctx.get("content-length") !== "0");

/** Time within which a body has arrived whole: at most a megabyte of it. */
const arrivalMs = 30_000;

/** Bodies of the contract nest less, and hold fewer values: parsing a megabyte of brackets alone would stall others. */
const limits = { depth: 20, values: 20_000 };

const [quote, backslash] = ['"', "\\"].map((sign) => sign.charCodeAt(0));
const openers = new Set(["[", "{"].map((sign) => sign.charCodeAt(0)));
const closers = new Set(["]", "}"].map((sign) => sign.charCodeAt(0)));
const comma = ",".charCodeAt(0);

/** The index of the quote that ends the string begun before `from`; the text's length where none does. */
const endOfString = (text: string, from: number): number => {
  let index = from;
  while (index < text.length && text.charCodeAt(index) !== quote)
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index;
};

/** Tells of a JSON text, without parsing it, whether it keeps the limits. */
const isWithinLimits = (text: string): boolean => {
  let [depth, values] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === quote) index = endOfString(text, index + 1);
    else if (closers.has(sign)) depth -= 1;
    else if (openers.has(sign) || sign === comma) {
      values += 1;
      if (sign !== comma) depth += 1;
      if (depth > limits.depth || values > limits.values) return false;
    }
  }
  return true;
};

/** Fields that no body of the contract has: one's own conversions fail in a schema, a prototype may reach other objects. */
const refusedFields = ["toString", "valueOf", "__proto__", "constructor"];

/** Tells whether a schema can judge a value safely. */
const isJudgeable = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (!refusedFields.some((name) => Object.hasOwn(value, name)) && Object.values(value).every(isJudgeable));

/**
 * Fails when the sender leaves before the end or has left already, or when more arrives than a body may have: the
 * parser counts only what a packed body unpacks to, and waits for the rest of one for ever.
 */
const watchArrival = (request: IncomingMessage): Promise<never> =>
  new Promise((_resolve, reject) => {
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge());
    });
    const leave = () => {
      if (hasLeft(request)) reject(leftEarly());
    };
    request.once("close", leave);
    leave();
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

const readText = async (ctx: Context): Promise<string> => {
  const { text: read } = await (reader ??= openReader());
  // The reader knows encodings by their small letters alone.
  ctx.req.headers["content-encoding"] = ctx.get("content-encoding").trim().toLowerCase() || "identity";
  const endUnpacking = watchUnpacking(ctx.req);
  try {
    // The library's types promise no text.
    const text = read(ctx.req, { limit: maxBytes }) as Promise<string>;
    return await Promise.race([text, watchArrival(ctx.req)]);
  } catch (error) {
    // The parser says of a request that is gone that it can not be read, as if the server were at fault.
    throw hasLeft(ctx.req) ? leftEarly() : toFailure(error);
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
  let text: string;
  try {
    text = await readText(ctx);
  } finally {
    clearTimeout(deadline);
  }
  if (!isWithinLimits(text)) throw new AppError("VALIDATION");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError("BAD_JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("BAD_JSON");
  if (!isJudgeable(body)) throw new AppError("VALIDATION");
  return body;
};
