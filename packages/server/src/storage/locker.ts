import { AppError } from "@knowhow/shared";
import type { Locker, RequestRelease } from "@tus/server";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type pg from "pg";

const waitMs = 10_000;
const turnMs = 100;

/** The key of an upload's lock, for an SQL expression of its id. */
const keyOf = (id: string): string => `hashtextextended('upload:' || ${id}, 0)`;

/** SQL condition: a call of any process is at this upload. */
export const isHeldSql = (id: string): string => /* sql */ `exists (
  select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
    and (l.classid::bigint << 32 | l.objid::bigint) = ${keyOf(`${id}::text`)})`;

/**
 * All advisory locks of this process on one connection: it is borrowed with the first lock and given back with the
 * last. They end with a process that is killed, and with the connection: `onLost` hears which were held on it.
 */
const createDatabaseLocks = (pool: pg.Pool, onLost: (ids: readonly string[]) => void) => {
  // One statement at a time, and never while the connection changes hands.
  const inTurn = pLimit(1);
  let client: pg.PoolClient | undefined;
  const watched = new WeakSet<pg.PoolClient>();
  const held = new Set<string>();
  const giveBack = (error?: Error) => {
    client?.release(error);
    client = undefined;
  };
  const lose = (error: Error) => {
    // A connection that may still hold locks is closed.
    giveBack(error);
    const lost = [...held];
    held.clear();
    if (lost.length > 0) onLost(lost);
  };
  const connect = async (): Promise<pg.PoolClient> => {
    const connected = await pool.connect();
    if (watched.has(connected)) return connected;
    watched.add(connected);
    // An idle connection may be lost too.
    connected.on("error", (error) => {
      if (connected === client) lose(error);
    });
    return connected;
  };
  const ask = async (what: "pg_try_advisory_lock" | "pg_advisory_unlock", id: string): Promise<boolean> => {
    client ??= await connect();
    try {
      const { rows } = await client.query<{ done: boolean }>(`select ${what}(${keyOf("$1")}) as done`, [id]);
      return rows[0]?.done === true;
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  return {
    take: (id: string): Promise<boolean> =>
      inTurn(async () => {
        const isTaken = await ask("pg_try_advisory_lock", id);
        if (isTaken) held.add(id);
        else if (held.size === 0) giveBack();
        return isTaken;
      }),
    give: (id: string): Promise<void> =>
      inTurn(async () => {
        // A connection that was lost has no locks any more, and the next one none of its.
        if (held.delete(id)) await ask("pg_advisory_unlock", id).catch(() => false);
        if (held.size === 0) giveBack();
      }),
  };
};

/**
 * One holder at a time for each upload, over all processes. A waiting caller asks the holder to stop: a line that broke
 * unnoticed would else keep the upload from the one that replaces it. Fails with UPLOAD_BUSY after some seconds. A
 * holder that has lost the lock is asked to stop too, since another may have it by then.
 */
export const createLocker = (pool: pg.Pool): Locker => {
  const holders = new Map<string, RequestRelease>();
  const { take, give } = createDatabaseLocks(pool, (lost) => {
    // Asking a holder to stop does not fail.
    for (const id of lost) void holders.get(id)?.();
  });
  /** The lock of this process first: the connection's own would be given to it twice. */
  const tryLock = async (id: string, release: RequestRelease): Promise<boolean> => {
    const holder = holders.get(id);
    if (holder) {
      await holder();
      return false;
    }
    holders.set(id, release);
    let isTaken = false;
    try {
      isTaken = await take(id);
    } finally {
      if (!isTaken) holders.delete(id);
    }
    return isTaken;
  };
  return {
    newLock: (id) => ({
      async lock(signal, requestRelease) {
        const deadline = performance.now() + waitMs;
        while (!(await tryLock(id, requestRelease))) {
          if (signal.aborted || performance.now() > deadline)
            throw new AppError("UPLOAD_BUSY", { retryAfter: 2 });
          await sleep(turnMs);
        }
      },
      async unlock() {
        await give(id).finally(() => holders.delete(id));
      },
    }),
  };
};

/** Runs work under an upload's lock, and ignores requests to stop. */
export const withLock = async <T>(locker: Locker, id: string, work: () => Promise<T>): Promise<T> => {
  const lock = locker.newLock(id);
  await lock.lock(new AbortController().signal, () => undefined);
  try {
    return await work();
  } finally {
    await lock.unlock();
  }
};
