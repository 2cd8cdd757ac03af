import { bodyOf, isUnchanged } from "../etag.ts";
import { RawJson } from "../rawJson.ts";
import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Sends what the handler answered, as JSON that no cache keeps unless the handler says otherwise. */
export const sendAnswer =
  ({ contract }: Pick<Route, "contract">): Step =>
  async (ctx, next) => {
    await next();
    const { answer } = stateOf(ctx);
    if (!answer || contract.kind === "stream") return;
    ctx.status = answer.status;
    ctx.type = "json";
    ctx.body = answer.body instanceof RawJson ? answer.body.text : bodyOf(answer.body);
    if (!ctx.res.hasHeader("Cache-Control")) ctx.set("Cache-Control", "no-store");
    // A handler that named its answer's version is asked again cheaply.
    if (ctx.method === "GET" && isUnchanged(ctx)) ctx.status = 304;
  };
