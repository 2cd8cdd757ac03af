import { AppError, isStorable, isUnsafeMethod, isUuid } from "@knowhow/shared";
import { readJson } from "../body.ts";
import { numberPathsOf, withStrictNumbers } from "../numbers.ts";
import { stateOf } from "../state.ts";
import { validate } from "../validate.ts";
import type { Route, Step } from "./route.ts";

/** Parts of a path that a person typed: their own rules judge them. */
const typed = new Set(["value", "nickname", "query"]);

const checkParams = (params: Record<string, string>): void => {
  for (const [name, value] of Object.entries(params)) {
    if ((name === "id" || name.endsWith("Id")) && !isUuid(value)) throw new AppError("NOT_FOUND");
    if (!typed.has(name) && !isStorable(value)) throw new AppError("NOT_FOUND");
  }
};

/** Reads path, query and JSON body as the schemas of the call take them. */
export const readInput = ({ contract, schemas }: Pick<Route, "contract" | "schemas">): Step => {
  const { method, bodyKind = "json", errors } = contract;
  const isJson = isUnsafeMethod(method) && bodyKind === "json";
  const numberPaths = schemas.body ? numberPathsOf(schemas.body) : [];
  return async (ctx, next) => {
    const params = { ...ctx.params };
    const sent = isJson ? await readJson(ctx) : undefined;
    const query = await validate(schemas.query, { ...ctx.query }, errors);
    const body = isJson
      ? await validate(schemas.body, withStrictNumbers(sent, numberPaths), errors)
      : undefined;
    checkParams(params);
    stateOf(ctx).input = { params, query, body };
    await next();
  };
};
