import { verificationMinutes } from "@knowhow/shared";
import type { Deps } from "../deps.ts";
import { removeLoose, removeStaleArrivals } from "../files/loose.ts";

/** What no longer serves anything: each rule with the time after which its rows go. */
const rules = [
  "delete from sessions where expires_at <= app_now()",
  "delete from idempotency_keys where created_at <= app_now() - interval '48 hours'",
  "delete from rate_limits where expire <= (extract(epoch from now()) * 1000)::bigint",
  "delete from content_views where viewed_at <= app_now() - interval '1 day'",
  `delete from login_attempts where last_attempt <= app_now() - interval '7 days'
     and coalesce(locked_until, '-infinity') <= app_now()`,
  "delete from assistant_calls where day < seoul_today() - 7",
  "delete from provider_events where processed_at <= app_now() - interval '30 days'",
  `update account_verifications set status = 'expired'
     where status = 'pending' and created_at <= app_now() - interval '${verificationMinutes} minutes'`,
] as const;

/** Removes what has had its time. Every rule can be repeated and none depends on another. */
export const cleanUp = async (deps: Pick<Deps, "pool" | "knex" | "storage" | "log">): Promise<void> => {
  for (const rule of rules) await deps.pool.query(rule);
  await removeLoose(deps);
  await removeStaleArrivals(deps);
};
