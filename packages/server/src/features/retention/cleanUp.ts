import { keyDays, securityEventDays, verificationMinutes } from "@knowhow/shared";
import { isWithinChangeSql } from "../accounts/identity.ts";
import { isReservedSql } from "../accounts/nicknameReservations.ts";
import type { Deps } from "../../deps.ts";
import { runAlone } from "../../database/runAlone.ts";
import { removalName, removeOrphaned, removeStaleArrivals } from "../files/orphaned.ts";
import { watchHolidays } from "../calendar/businessDays.ts";
import { removeOldReleases } from "../../storage/releases.ts";
import { sweepUploads } from "../uploads/sweep.ts";

/** Devices delete sealed data after thirty days, by clocks of their own. */
const retiredKeyDays = 45;

/** Rows that no longer serve anything: each rule has its own time limit. */
const rules = [
  "delete from sessions where expires_at <= app_now()",
  `delete from idempotency_keys where created_at <= app_now() - interval '${keyDays} days'`,
  "delete from rate_limits where expire <= (extract(epoch from now()) * 1000)::bigint",
  "delete from content_views where viewed_at <= app_now() - interval '1 day'",
  `delete from login_attempts where last_attempt <= app_now() - interval '7 days'
     and coalesce(locked_until, '-infinity') <= app_now()`,
  `delete from security_events where created_at <= app_now() - interval '${securityEventDays} days'`,
  // In the order in which everything locks people.
  `with due as (
     select id from users
     where recovery_identity is not null and coalesce(${isWithinChangeSql}, false) = false order by id for no key update
   )
   update users u set recovery_identity = null from due where u.id = due.id`,
  `delete from nickname_reservations where not (${isReservedSql})`,
  "delete from assistant_calls where day < seoul_today() - 7",
  // Event counters are locked in the order in which emitting locks them.
  `with old as (
     select user_id, max(seq) as newest from events where created_at <= app_now() - interval '10 minutes' group by user_id
   ), held as (
     select user_id, newest from event_cursors join old using (user_id) order by user_id for no key update of event_cursors
   ), marked as (
     update event_cursors c set pruned = greatest(c.pruned, newest) from held where c.user_id = held.user_id
   )
   delete from events e using held where e.user_id = held.user_id and e.seq <= newest`,
  `delete from device_keys where retired_at <= app_now() - interval '${retiredKeyDays} days'`,
  // Their worker was killed while later news came, which have a job of their own.
  `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where task_identifier = 'pushNews' and attempts >= max_attempts and locked_at is null having count(*) > 0`,
  "delete from provider_events where processed_at <= app_now() - interval '30 days'",
  `update account_verifications set status = 'expired'
     where status = 'pending' and created_at <= app_now() - interval '${verificationMinutes} minutes'`,
] as const;

/** Removes rows past their time. Every rule can be repeated and none depends on another. */
export const cleanUp = async (
  deps: Pick<Deps, "pool" | "directPool" | "knex" | "storage" | "log" | "failpoint">,
): Promise<void> => {
  for (const rule of rules) await deps.pool.query(rule);
  await sweepUploads(deps);
  await runAlone(deps.directPool, removalName, async () => {
    await removeOrphaned(deps);
    await removeStaleArrivals(deps);
  });
  await watchHolidays(deps);
  await removeOldReleases(deps.storage);
};
