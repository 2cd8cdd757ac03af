import type pg from "pg";

/** Anything a query can be sent to: the pool, or the one connection of a transaction. */
export type Queryable = Pick<pg.Pool, "query">;

const ignore = () => {};

/** Runs the work in one transaction on one connection: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (db: pg.PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect();
  // A connection that breaks while it is borrowed also emits "error", which without a listener ends the
  // process; the query that was running reports the same failure.
  db.on("error", ignore);
  let failure: Error | undefined;
  try {
    await db.query("begin");
    const result = await work(db);
    await db.query("commit");
    return result;
  } catch (error) {
    await db.query("rollback").catch((cause: unknown) => {
      failure = cause instanceof Error ? cause : new Error(String(cause));
    });
    throw error;
  } finally {
    db.off("error", ignore);
    db.release(failure);
  }
}

/** The stand-in's clock: the database's time plus the time that control calls have added. */
export async function clockNow(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("select standin_toss.clock_now() as now");
  const [row] = rows;
  if (row === undefined) throw new Error("The stand-in's clock has no row");
  return new Date(row.now);
}

/** Writes one line of the charge log, the truth that tests compare the product's books with. */
export async function logCharge(
  db: Queryable,
  entry: {
    event: string;
    orderId: string;
    paymentKey: string;
    amount: number;
    transactionKey?: string | null;
  },
): Promise<void> {
  await db.query(
    `insert into standin_toss.charge_log (event, order_id, payment_key, amount, transaction_key)
     values ($1, $2, $3, $4, $5)`,
    [entry.event, entry.orderId, entry.paymentKey, entry.amount, entry.transactionKey ?? null],
  );
}
