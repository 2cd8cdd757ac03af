import { AppError, isStorable } from "@knowhow/shared";
import type { Context } from "koa";
import { failureCode } from "../database/failure.ts";

/** The error for a cursor that is none of ours. */
export const brokenCursor = (): AppError =>
  new AppError("VALIDATION", { fields: { cursor: "cursor가 올바르지 않습니다." } });

/** Reads a cursor back into its parts; a broken one is 400. */
export const readCursor = (cursor: string | undefined, parts: number): string[] | undefined => {
  if (cursor === undefined || cursor === "") return undefined;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (
      Array.isArray(values) &&
      values.length === parts &&
      values.every((value): value is string => typeof value === "string" && isStorable(value))
    )
      return values;
  } catch {
    // Falls through: every fault has the same answer.
  }
  throw brokenCursor();
};

/** Runs a read with values from a cursor; a value of the wrong type is the cursor's fault, so 400. */
export const withCursor = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    const code = failureCode(error);
    // 22P02 invalid text representation, 22007/22008 not a time, 22009/22023 no time zone, 22003 out of range.
    if (code !== undefined && ["22P02", "22007", "22008", "22009", "22023", "22003"].includes(code))
      throw brokenCursor();
    throw error;
  }
};

/** Cuts a page out of `limit + 1` rows; `next` is the cursor of the page after it, when there is one. */
export const splitPage = <T>(
  rows: T[],
  limit: number,
  cursorOf: (row: T) => string[],
): { page: T[]; next: string | undefined } => {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    page,
    next: last === undefined ? undefined : Buffer.from(JSON.stringify(cursorOf(last))).toString("base64url"),
  };
};

/** The headers that name the next page, where there is one. */
export const nextPageHeaders = (
  ctx: Context,
  limit: number,
  next: string | undefined,
): Record<string, string> => {
  if (next === undefined) return {};
  const query = new URLSearchParams(ctx.querystring);
  query.set("limit", String(limit));
  query.set("cursor", next);
  return { Link: `<${ctx.path}?${query.toString()}>; rel="next"` };
};

/**
 * Cuts a page out of `limit + 1` rows and names the next page in `Link`.
 * `cursorOf` gives the sort values of a row, all as text.
 */
export const cutPage = <T>(ctx: Context, rows: T[], limit: number, cursorOf: (row: T) => string[]): T[] => {
  const { page, next } = splitPage(rows, limit, cursorOf);
  ctx.set(nextPageHeaders(ctx, limit, next));
  return page;
};
