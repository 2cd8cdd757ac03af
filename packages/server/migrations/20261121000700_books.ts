import type { Knex } from "knex";

/** Days on which our books were held against the provider's, and the workers that are alive. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    -- One row per day in Korea; the sums are the provider's, the difference is theirs less ours, in won.
    create table book_comparisons (
      day date primary key,
      attempts integer not null default 0,
      finished_at timestamptz(3),
      charges integer,
      charged bigint,
      cancels integer,
      cancelled bigint,
      differences integer,
      difference bigint,
      check ((finished_at is null) = (difference is null))
    );

    -- A job that is locked by a worker without a fresh row here was left by a process that is gone. Real time, not
    -- the product's: it is about processes.
    create table job_workers (
      worker_id text primary key,
      seen_at timestamptz not null default now()
    );
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `drop table job_workers, book_comparisons;`);
