import { AppError } from "@knowhow/shared";
import type { Context, Middleware } from "koa";

/** Loaded by the first body that arrives: most calls bring none. */
const openParser = async (): Promise<Middleware> => {
  const { HttpMethodEnum, koaBody } = await import("koa-body");
  return koaBody({
    json: true,
    urlencoded: false,
    text: false,
    multipart: false,
    jsonLimit: "1mb",
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

/** Tells the failures of zlib, of Brotli too: a body that is not what its Content-Encoding says. */
const isBrokenArchive = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(Z_|ERR__ERROR_)/.test(String(error.code));

/** Reads a JSON body; nothing sent is an empty object. */
export const readJson = async (ctx: Context): Promise<unknown> => {
  if (!hasBody(ctx)) return {};
  if (!ctx.is("application/json"))
    throw new AppError("UNSUPPORTED_TYPE", { message: "요청은 JSON 형식이어야 합니다." });
  const deadline = setTimeout(() => {
    ctx.req.destroy();
  }, arrivalMs);
  try {
    const parse = await (parser ??= openParser());
    await parse(ctx, () => Promise.resolve());
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status === 413) throw new AppError("TOO_LARGE", { message: "요청이 너무 큽니다. (최대 1MB)" });
    if (status === 400 || isBrokenArchive(error)) throw new AppError("BAD_JSON");
    if (status === 415) throw new AppError("UNSUPPORTED_TYPE");
    throw error;
  } finally {
    clearTimeout(deadline);
  }
  const body: unknown = ctx.request.body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("BAD_JSON");
  if (!isJudgeable(body)) throw new AppError("VALIDATION");
  return body;
};
