import type { LimitName } from "@knowhow/shared";
import type { Middleware } from "koa";
import { Counter, Gauge, Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import { createStored, showPools, showReplica } from "./database.ts";
import { shareRegistries, showRegistries } from "./processes.ts";
import { processRegistry } from "./registry.ts";
import { measureRequests } from "./requests.ts";

/** The counts that a server shows to monitoring. Nothing in them is about a person. */
export interface Metrics {
  /** Stands around every request. */
  measure: Middleware;
  /** Counts a call that a limit refused. */
  refused: (limit: LimitName) => void;
  /** Everything in Prometheus's text format. */
  show: () => Promise<string>;
  contentType: string;
}

/** Makes the measures of one server. */
export const createMetrics = (
  deps: Pick<Deps, "knex" | "pool" | "directPool" | "reads" | "toss">,
): Metrics => {
  const registry = new Registry();
  const measure = measureRequests(registry);
  showPools(registry, deps);
  showReplica(registry, deps);
  const stored = createStored(deps.pool);
  const refusals = new Counter({
    name: "knowhow_rate_limited_total",
    help: "Calls that were refused, by limit",
    labelNames: ["limit"],
    registers: [registry],
  });
  new Gauge({
    name: "knowhow_payment_provider_up",
    help: "0 while the payment provider is left alone after failures in a row",
    registers: [registry],
    collect() {
      this.set(deps.toss.isReachable() ? 1 : 0);
    },
  });
  new Gauge({ name: "knowhow_processes", help: "Processes that serve this port", registers: [registry] }).set(
    1,
  );
  const registries = [registry, processRegistry];
  shareRegistries(registries);
  return {
    measure,
    refused: (limit) => {
      refusals.inc({ limit });
    },
    show: async () => [await stored.show(), await showRegistries(registries)].join("\n"),
    contentType: registry.contentType,
  };
};
