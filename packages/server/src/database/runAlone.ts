import type pg from "pg";

/** The key of a lock of such work, for an SQL expression of its name. */
export const aloneKeySql = (name: string): string => `hashtextextended('alone:' || ${name}, 0)`;

/**
 * Runs work unless a process already runs work of the same name; tells whether it ran. The lock belongs to a
 * connection, so that it ends with a process that is killed.
 */
export const runAlone = async (
  directPool: pg.Pool,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> => {
  const client = await directPool.connect();
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(${aloneKeySql("$1")}) as free`,
      [name],
    );
    if (rows[0]?.free !== true) return false;
    try {
      await work();
    } finally {
      await client
        .query(`select pg_advisory_unlock(${aloneKeySql("$1")})`, [name])
        .catch((error: unknown) => {
          failure = error instanceof Error ? error : new Error(String(error));
        });
    }
    return true;
  } finally {
    // A connection that may still hold the lock is closed.
    client.release(failure);
  }
};
