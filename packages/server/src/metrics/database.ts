import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import type pg from "pg";
import { Gauge, Registry } from "prom-client";
import type { Deps } from "../deps.ts";

/** The database's figures at each scrape; ages in seconds. Of people and their things there are only counts. */
const statement = {
  name: "metrics",
  text: /* sql */ `
    select
      (select json_build_object(
          'waiting', count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()),
          'running', count(*) filter (where locked_at is not null),
          'failed', count(*) filter (where attempts >= max_attempts and locked_at is null),
          'age', coalesce(extract(epoch from now() - min(run_at)
            filter (where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::float8)
       from graphile_worker.jobs) as jobs,
      (select coalesce(json_object_agg(status, json_build_object('count', count, 'age', age)), '{}') from (
          select status, count(*), extract(epoch from app_now() - min(coalesce(claimed_at, created_at)))::float8 as age
          from orders where status in ('confirming', 'refunding') group by status) o) as orders,
      (select coalesce(json_object_agg(kind, count), '{}') from (
          select kind, count(*) from alerts where resolved_at is null group by kind) a) as alerts,
      (select count(*)::int from provider_events where processed_at is null) as notices,
      (select coalesce(sum(calls), 0)::int from assistant_calls where day = seoul_today()) as assistant_calls,
      (select coalesce(sum(won), 0)::int from assistant_spending where day = seoul_today()) as assistant_won`,
};

interface Row {
  jobs: { waiting: number; running: number; failed: number; age: number };
  orders: Partial<Record<string, { count: number; age: number }>>;
  alerts: Record<string, number>;
  notices: number;
  assistant_calls: number;
  assistant_won: number;
}

/** A scrape must not wait for a database that is away or full. */
const patienceMs = 2_000;

/** The connections of knex, as its pool (tarn) counts them; the published types leave the pool open. */
const knexPool = (knex: Knex): { numUsed(): number; numFree(): number; numPendingAcquires(): number } =>
  (knex.client as { pool: ReturnType<typeof knexPool> }).pool;

/** Shows the connections of each pool of this process. */
export const showPools = (
  registry: Registry,
  { knex, pool, directPool }: Pick<Deps, "knex" | "pool" | "directPool">,
): void => {
  const pools = { reads: pool, ...(directPool === pool ? {} : { direct: directPool }) };
  new Gauge({
    name: "knowhow_database_connections",
    help: "Connections by pool (reads, transactions, direct past a pooler) and state; waiting counts callers without one",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [name, { idleCount, totalCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool: name, state: "used" }, totalCount - idleCount);
        this.set({ pool: name, state: "idle" }, idleCount);
        this.set({ pool: name, state: "waiting" }, waitingCount);
      }
      const transactions = knexPool(knex);
      this.set({ pool: "transactions", state: "used" }, transactions.numUsed());
      this.set({ pool: "transactions", state: "idle" }, transactions.numFree());
      this.set({ pool: "transactions", state: "waiting" }, transactions.numPendingAcquires());
    },
  });
};

/** Shows the replica as this process sees it, where there is one. */
export const showReplica = (registry: Registry, { reads }: Pick<Deps, "reads">): void => {
  if (!reads.state()) return;
  new Gauge({
    name: "knowhow_replica_used",
    help: "1 while reads go to the replica, 0 while it is left out",
    registers: [registry],
    collect() {
      this.set(reads.state()?.isUsed ? 1 : 0);
    },
  });
  new Gauge({
    name: "knowhow_replica_lag_seconds",
    help: "Age of the newest change that the replica is known to have",
    registers: [registry],
    collect() {
      this.set((reads.state()?.lagMs ?? 0) / 1_000);
    },
  });
};

const labelled = <L extends string>(registry: Registry, name: string, help: string, labelNames: L[] = []) =>
  new Gauge({ name: `knowhow_${name}`, help, labelNames, registers: [registry] });

/** What the database holds, as Prometheus's text: asked at each look, by several who look at once together. */
export const createStored = (pool: pg.Pool): { show: () => Promise<string> } => {
  const always = new Registry();
  const up = labelled(always, "database_up", "1 when the database answered this look");
  const answered = new Registry();
  const jobs = labelled(answered, "jobs", "Jobs that are due, at work, or given up", ["state"]);
  const jobAge = labelled(answered, "jobs_waiting_age_seconds", "Age of the job that has been due longest");
  const orders = labelled(answered, "orders_open", "Orders that wait for the payment provider's word", [
    "status",
  ]);
  const orderAge = labelled(answered, "orders_open_age_seconds", "Age of the oldest of them", ["status"]);
  const alerts = labelled(answered, "alerts_open", "Alerts that nobody has dealt with", ["kind"]);
  const notices = labelled(
    answered,
    "provider_notices_open",
    "The provider's notices that nothing acted on yet",
  );
  const assistantCalls = labelled(
    answered,
    "assistant_calls_today",
    "Calls of the helper since midnight in Korea",
  );
  const assistantWon = labelled(answered, "assistant_won_today", "What they cost, in won");

  const keep = (row: Row): void => {
    for (const state of ["waiting", "running", "failed"] as const) jobs.set({ state }, row.jobs[state]);
    jobAge.set(row.jobs.age);
    for (const status of ["confirming", "refunding"]) {
      orders.set({ status }, row.orders[status]?.count ?? 0);
      orderAge.set({ status }, Math.max(0, row.orders[status]?.age ?? 0));
    }
    // A kind that is dealt with is gone.
    alerts.reset();
    for (const [kind, count] of Object.entries(row.alerts)) alerts.set({ kind }, count);
    notices.set(row.notices);
    assistantCalls.set(row.assistant_calls);
    assistantWon.set(row.assistant_won);
  };
  const ask = async (): Promise<Row | undefined> => {
    const answer = pool.query<Row>(statement).then(
      ({ rows }) => rows[0],
      () => undefined,
    );
    return Promise.race([answer, sleep(patienceMs, undefined, { ref: false })]);
  };
  const look = async (): Promise<string> => {
    const row = await ask();
    up.set(row ? 1 : 0);
    if (row) keep(row);
    // Figures of an earlier scrape are not shown as current.
    const texts = row ? [await always.metrics(), await answered.metrics()] : [await always.metrics()];
    return texts.join("\n");
  };
  let looking: Promise<string> | undefined;
  return {
    show: () => {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
};
