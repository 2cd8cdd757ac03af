import type { Middleware } from "koa";
import { Gauge, Histogram, type Registry } from "prom-client";
import { callOf } from "../http/calls.ts";

/** Seconds; the last ones are what uploads and downloads take. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);

/** Measures each request: how long its answer took, and how many are under way until their last byte. */
export const measureRequests = (registry: Registry): Middleware => {
  const durations = new Histogram({
    name: "knowhow_http_request_duration_seconds",
    help: "Time until the answer stood, by call of the contract, method and class of status",
    labelNames: ["call", "method", "status"],
    buckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: "knowhow_http_requests_in_flight",
    help: "Requests whose answer has not left completely",
    registers: [registry],
  });
  return async (ctx, next) => {
    const end = durations.startTimer();
    inFlight.inc();
    ctx.res.once("close", () => {
      inFlight.dec();
    });
    try {
      await next();
    } finally {
      // Unknown methods are the caller's words.
      const method = methods.has(ctx.method) ? ctx.method : "other";
      end({ call: callOf(ctx), method, status: `${Math.floor(ctx.status / 100)}xx` });
    }
  };
};
