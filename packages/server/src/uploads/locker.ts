import { AppError } from "@knowhow/shared";
import type { Locker, RequestRelease } from "@tus/server";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type pg from "pg";

const waitMs = 10_000;
const turnMs = 100;

/**
 * Advisory locks on one connection, whoever holds how many: it is borrowed with the first lock and given back with the
 * last. They end with a process that is killed.
 */
const createDatabaseLocks = (pool: pg.Pool) => {
  // One statement at a time, and never while the connection changes hands.
  const inTurn = pLimit(1);
  let client: pg.PoolClient | undefined;
  let held = 0;
  const drop = (error?: Error) => {
    client?.release(error);
    client = undefined;
  };
  const ask = async (what: "pg_try_advisory_lock" | "pg_advisory_unlock", id: string): Promise<boolean> => {
    client ??= await pool.connect();
    try {
      const { rows } = await client.query<{ done: boolean }>(
        `select ${what}(hashtextextended('upload:' || $1, 0)) as done`,
        [id],
      );
      return rows[0]?.done === true;
    } catch (error) {
      // A connection that may still hold locks is not given to anybody else.
      drop(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  return {
    take: (id: string): Promise<boolean> =>
      inTurn(async () => {
        const isTaken = await ask("pg_try_advisory_lock", id);
        if (isTaken) held += 1;
        else if (held === 0) drop();
        return isTaken;
      }),
    give: (id: string): Promise<void> =>
      inTurn(async () => {
        held -= 1;
        // A connection that was lost has no locks any more.
        if (client) await ask("pg_advisory_unlock", id).catch(() => false);
        if (held === 0) drop();
      }),
  };
};

/**
 * One at a time at each upload, over all processes. Whoever waits asks the holder to stop: a line that broke unnoticed
 * would else keep the upload from the one that replaces it. Fails with UPLOAD_BUSY after some seconds.
 */
export const createLocker = (pool: pg.Pool): Locker => {
  const holders = new Map<string, RequestRelease>();
  const { take, give } = createDatabaseLocks(pool);
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

/** Runs work under an upload's lock; nobody can make it stop. */
export const withLock = async <T>(locker: Locker, id: string, work: () => Promise<T>): Promise<T> => {
  const lock = locker.newLock(id);
  await lock.lock(new AbortController().signal, () => undefined);
  try {
    return await work();
  } finally {
    await lock.unlock();
  }
};
