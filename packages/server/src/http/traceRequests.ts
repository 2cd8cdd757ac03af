import { context, propagation, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { api, type AnyEndpoint } from "@knowhow/shared";
import type { Middleware } from "koa";
import type { Config } from "../config.ts";
import { callOf } from "./calls.ts";
import { loggedPath } from "./requestLog.ts";
import { stateOf } from "./state.ts";
import { inSpan } from "../tracing/spans.ts";

/** Calls of monitoring, which come every few seconds. */
const watching = new Set(Object.values<AnyEndpoint>(api.health).map(({ path }) => path));

/**
 * A span for each request, named after its call in the contract. It goes on with the trace that a proxy has begun; other
 * callers can begin none.
 */
export const traceRequests =
  ({ proxies }: Pick<Config, "proxies">): Middleware =>
  async (ctx, next) => {
    if (watching.has(ctx.path)) {
      await next();
      return;
    }
    const parent = proxies > 0 ? propagation.extract(context.active(), ctx.headers) : context.active();
    await context.with(parent, () =>
      inSpan(ctx.method, { kind: SpanKind.SERVER }, async (span) => {
        try {
          await next();
        } finally {
          const { call, requestId } = stateOf(ctx);
          span.updateName(`${ctx.method} ${callOf(ctx)}`);
          span.setAttributes({
            "http.request.method": ctx.method,
            "http.response.status_code": ctx.status,
            "url.path": loggedPath(ctx),
            "knowhow.request_id": requestId,
            ...(call ? { "http.route": call.path } : {}),
          });
          if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        }
      }),
    );
  };
