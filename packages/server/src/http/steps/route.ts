import type { AnyEndpoint, CallSchemas } from "@knowhow/shared";
import type { Context, Next } from "koa";
import type { Deps } from "../../deps.ts";
import type { Limiter } from "../limits.ts";

/** A call as it is mounted: what its steps are made of. */
export interface Route extends Pick<Deps, "config" | "knex" | "microCache"> {
  contract: AnyEndpoint;
  schemas: CallSchemas;
  limiter: Limiter;
  handler: (input: Record<string, unknown>) => Promise<unknown>;
}

/** A middleware behind the router. */
export type Step = (ctx: Context & { params: Record<string, string> }, next: Next) => Promise<void>;
