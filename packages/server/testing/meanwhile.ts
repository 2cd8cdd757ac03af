import { Model } from "objection";
import { setTimeout as sleep } from "node:timers/promises";
import type { Trx } from "../src/database/BaseModel.ts";
import type { Deps } from "../src/deps.ts";

/** Milliseconds after which a call that neither ends nor waits for a lock holds the transaction no longer. */
const maxWaitMs = 5_000;
const lookEveryMs = 50;

/** Begins something while a transaction is open that is committed a moment later, and gives what came of it. */
export const meanwhile = async <T>(
  { knex, pool }: Pick<Deps, "knex" | "pool">,
  work: (trx: Trx) => Promise<unknown>,
  begin: () => Promise<T>,
): Promise<T> => {
  const begun: Promise<T>[] = [];
  let isSettled = false;
  await Model.transaction(knex, async (trx) => {
    await work(trx);
    const call = begin();
    const settle = () => {
      isSettled = true;
    };
    void call.then(settle, settle);
    begun.push(call);
    // The work has ended, or waits for a lock of this transaction.
    const deadline = performance.now() + maxWaitMs;
    let looks = 0;
    while (looks < 3 && !isSettled && performance.now() < deadline) {
      looks = (await countWaiting({ pool })) > 0 ? looks + 1 : 0;
      await sleep(lookEveryMs);
    }
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
