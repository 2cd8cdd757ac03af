import { appTime } from "../../database/clock.ts";

/** In SQL, for orders: when they are no longer asked about by themselves. */
export const endOfAskingSql = "coalesce(claimed_at, created_at) + interval '14 days'";

/** The provider forgets its idempotency keys after 15 days: an order still open then needs an administrator. */
export const isYoungSql = `${endOfAskingSql} > app_now()`;

/**
 * When to ask the provider again about an open order. In its first hour every round asks, so that it is settled within
 * a minute after the provider answers again; the older it gets, the rarer.
 */
export const nextCheck = (): Date =>
  appTime(`app_now() + case
    when coalesce(claimed_at, created_at) > app_now() - interval '1 hour' then interval '20 seconds'
    when coalesce(claimed_at, created_at) > app_now() - interval '1 day' then interval '5 minutes'
    when coalesce(claimed_at, created_at) > app_now() - interval '3 days' then interval '1 hour'
    else interval '6 hours' end`);

/** Leaves the next check where it is, or brings it nearer: all that an undecided try of the buyer's may do. */
export const soonCheck = (): Date =>
  appTime("least(coalesce(next_check_at, 'infinity'), app_now() + interval '20 seconds')");
