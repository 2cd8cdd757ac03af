import { Model } from "objection";
import { setTimeout as sleep } from "node:timers/promises";
import type { Trx } from "../src/database/BaseModel.ts";
import type { Deps } from "../src/deps.ts";

/** Begins something while a transaction is open that is committed a moment later, and gives what came of it. */
export const meanwhile = async <T>(
  { knex }: Pick<Deps, "knex">,
  work: (trx: Trx) => Promise<unknown>,
  begin: () => Promise<T>,
): Promise<T> => {
  const begun: Promise<T>[] = [];
  await Model.transaction(knex, async (trx) => {
    await work(trx);
    begun.push(begin());
    await sleep(300);
  });
  const [result] = await Promise.all(begun);
  if (result === undefined) throw new Error("nothing came of it");
  return result;
};

/** How many calls wait for a lock that another one has. */
export const countWaiting = async ({ pool }: Pick<Deps, "pool">): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
};
