import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import { HttpMethodEnum, koaBody } from "koa-body";

const parse = koaBody({
  json: true,
  urlencoded: false,
  text: false,
  multipart: false,
  jsonLimit: "1mb",
  jsonStrict: false,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.DELETE],
});

const hasBody = (ctx: Context): boolean =>
  ctx.get("transfer-encoding") !== "" ||
  (ctx.get("content-length") !== "" && ctx.get("content-length") !== "0");

/** Reads a JSON body; nothing sent is an empty object. */
export const readJson = async (ctx: Context): Promise<unknown> => {
  if (!hasBody(ctx)) return {};
  if (!ctx.is("application/json"))
    throw new AppError("UNSUPPORTED_TYPE", { message: "요청은 JSON 형식이어야 합니다." });
  try {
    await parse(ctx, () => Promise.resolve());
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : undefined;
    if (status === 413) throw new AppError("TOO_LARGE", { message: "요청이 너무 큽니다. (최대 1MB)" });
    if (status === 400) throw new AppError("BAD_JSON");
    if (status === 415) throw new AppError("UNSUPPORTED_TYPE");
    throw error;
  }
  const body: unknown = ctx.request.body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("BAD_JSON");
  return body;
};
