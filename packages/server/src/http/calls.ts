import { api, type AnyEndpoint } from "@knowhow/shared";
import type { Context } from "koa";
import { stateOf } from "./state.ts";

const names = new Map<AnyEndpoint, string>(
  Object.entries(api).flatMap(
    ([feature, calls]) =>
      Object.entries(calls as Record<string, AnyEndpoint>).map(([name, entry]) => [
        entry,
        `${feature}.${name}`,
      ]), // Widened: the features differ.
  ),
);

/**
 * What a request was for, without anything that it said: a call of the contract by its name there, `page` for the app's
 * pages and files, `standin`, or `unknown` for what there is not.
 */
export const callOf = (ctx: Context): string => {
  const { call } = stateOf(ctx);
  if (call) return names.get(call) ?? "unknown";
  if (ctx.path.startsWith("/standin/")) return "standin";
  return ctx.status === 404 ? "unknown" : "page";
};
