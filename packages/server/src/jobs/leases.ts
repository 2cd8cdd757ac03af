import type pg from "pg";
import type { Logger } from "pino";

/** A worker without a sign of life for so long is gone, and its jobs are free. */
const defaultLeaseSeconds = 60;

/**
 * Renews these workers' leases, and frees the jobs of workers without one: the job library itself would wait for hours.
 * A second run of a job finds the results of the first, so a worker that was only slow does no harm.
 */
export const renewLeases = async (
  pool: pg.Pool,
  workerIds: readonly string[],
  leaseSeconds = defaultLeaseSeconds,
): Promise<void> => {
  await pool.query(
    `insert into job_workers (worker_id) select unnest($1::text[])
     on conflict (worker_id) do update set seen_at = now()`,
    [workerIds],
  );
  await pool.query(
    `with gone as (
       select distinct locked_by from graphile_worker.jobs j
       where locked_at < now() - $1 * interval '1 second' and not exists (
         select from job_workers w where w.worker_id = j.locked_by and w.seen_at > now() - $1 * interval '1 second'))
     select graphile_worker.force_unlock_workers(array_agg(locked_by)) from gone having count(*) > 0`,
    [leaseSeconds],
  );
  await pool.query("delete from job_workers where seen_at < now() - $1 * interval '1 second'", [
    leaseSeconds,
  ]);
};

/** Keeps the leases of the workers in the set, which may change, until it is stopped. */
export const keepLeases = (
  pool: pg.Pool,
  workerIds: ReadonlySet<string>,
  log: Logger,
  leaseSeconds = defaultLeaseSeconds,
): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined;
  const beat = () => {
    running ??= renewLeases(pool, [...workerIds], leaseSeconds)
      .catch((error: unknown) => {
        log.error({ err: error }, "leases not renewed");
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(beat, (leaseSeconds * 1_000) / 4);
  beat();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};
