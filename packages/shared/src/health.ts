import { endpoints } from "./endpoint.ts";
import type { healthSchemas } from "./schemas/health.ts";

const open = { access: "public", whileSuspended: true, whileBanned: true } as const;

/** For monitoring. */
export const health = endpoints<typeof healthSchemas>()({
  live: { method: "GET", path: "/healthz", ...open, errors: [] },
  /**
   * Whether all is there that requests need; with `part=process` whether this process takes requests, for proxies: parts
   * that all processes share would take every one of them out at once.
   */
  ready: { method: "GET", path: "/readyz", ...open, errors: ["UNAVAILABLE"] },
  /** Prometheus's text: for this machine itself, or with the token. */
  metrics: { method: "GET", path: "/metrics", ...open, kind: "stream", errors: [] },
});
