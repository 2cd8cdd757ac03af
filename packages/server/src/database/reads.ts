import type pg from "pg";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { failureCode, isDatabaseAway } from "./failure.ts";
import { openPool, type Opening } from "./knex.ts";

/** A place in the write-ahead log, as PostgreSQL writes it: `16/B374D848`. */
type WalPosition = string;

/** Where a statement is read. */
export interface Reader {
  query<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
}

/** The state of the replica as this process sees it. */
interface ReplicaState {
  /** Whether statements are sent to it. */
  isUsed: boolean;
  /** Age of the newest position of the primary that the replica is known to have, in ms. */
  lagMs: number;
}

/**
 * Reads that may be a second late: they go to the replica where one is set, has answered within that second and has
 * what the reader must see, and else, or where it fails, to the primary.
 */
export interface Reads {
  /** A reader that sees everything up to this position of the primary, and up to each `raiseFloor`. */
  at(position?: WalPosition): Reader;
  /** The primary's position: behind everything that is committed by now. */
  position(): Promise<WalPosition>;
  /** Later reads of every reader see all that was committed before. */
  raiseFloor(): void;
  /** Undefined where no replica is set. */
  state(): ReplicaState | undefined;
  close(): Promise<void>;
}

/** The longest time by which a replica may be late, in ms. */
export const maxLagMs = 1_000;
const lookEveryMs = 100;
/** Minimum pause between looks on a reader's behalf, in ms: the usual delay of a replica. */
const minLookPauseMs = 5;

const writtenStatement = {
  name: "wal_written",
  text: `select pg_current_wal_flush_lsn()::text as position, system_identifier::text as system from pg_control_system()`,
  // The driver's own limit: on a connection that died in silence nothing else would end the wait.
  query_timeout: maxLagMs,
};
/** No row where the server follows no primary, such as one that was promoted: its positions are of a history of its own. */
const replayedStatement = {
  name: "wal_replayed",
  text: /* sql */ `
    select pg_last_wal_replay_lsn()::text as position, system_identifier::text as system
    from pg_control_system() where pg_is_in_recovery()`,
};

/** Tells whether a text is a position, such as one that a caller brought. */
export const isWalPosition = (text: string): boolean => /^[\dA-F]{1,8}\/[\dA-F]{1,8}$/.test(text);

const bytesAt = (position: WalPosition): bigint => {
  const [high = "", low = ""] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

const readPlace = async (pool: Reader, statement: pg.QueryConfig) => {
  const { rows } = await pool.query<{ position: WalPosition; system: string }>(statement);
  if (!rows[0]) throw new Error("the server of DATABASE_READ_URL follows no primary");
  return rows[0];
};

/** A statement that was cancelled, for its time or for the replay: the next one may be answered. */
const isCancelled = (error: unknown): boolean => ["57014", "40001"].includes(failureCode(error) ?? "");

const createPrimaryReads = (primary: pg.Pool): Reads => ({
  at: () => primary,
  position: async () => (await readPlace(primary, writtenStatement)).position,
  raiseFloor: () => undefined,
  state: () => undefined,
  close: () => Promise.resolve(),
});

/** Reads at a streaming replica, which is looked at ten times a second. */
const createReplicaReads = (primary: pg.Pool, replica: pg.Pool, log: Deps["log"]): Reads => {
  /** Positions of the primary in the last second, oldest first. */
  let samples: { at: number; bytes: bigint }[] = [];
  let replayedBytes = -1n;
  /** When the newest position that the replica has was the primary's own. */
  let caughtUpAt = -maxLagMs;
  let isLeftOut = true;
  let toldReason = "";
  let floor = 0n;
  /** Counts of the floor's raises: requested, and given a position. */
  let [raises, settledRaises] = [0, 0];

  const age = (): number => performance.now() - caughtUpAt;
  const isUsed = (): boolean => !isLeftOut && age() <= maxLagMs;
  const leaveOut = (error: unknown): void => {
    isLeftOut = true;
    // Looked at ten times a second, each reason is told once.
    if (String(error) === toldReason) return;
    toldReason = String(error);
    log.warn({ err: error }, "the replica is left out");
  };

  /** Reads where the primary is, and puts the floor there where it was raised before. */
  const readPrimary = async () => {
    const raise = raises;
    const { position, system } = await readPlace(primary, writtenStatement);
    const bytes = bytesAt(position);
    if (settledRaises < raise) {
      settledRaises = raise;
      if (bytes > floor) floor = bytes;
    }
    return { bytes, system };
  };
  let settling: Promise<void> | undefined;
  /** One at a time, and one more where the floor was raised meanwhile. Unread, the next look puts it. */
  const settleFloor = (): void => {
    settling ??= readPrimary()
      .then(
        () => true,
        () => false,
      )
      .then((isKnown) => {
        settling = undefined;
        if (isKnown && settledRaises < raises) settleFloor();
      });
  };

  const look = async (): Promise<void> => {
    const at = performance.now();
    const { bytes, system } = await readPrimary();
    samples = [...samples.filter((sample) => at - sample.at <= maxLagMs), { at, bytes }];
    const replayed = await readPlace(replica, replayedStatement);
    if (replayed.system !== system) throw new Error("DATABASE_READ_URL leads to another database");
    const now = bytesAt(replayed.position);
    // A replica that crashed begins again further back.
    if (now < replayedBytes) caughtUpAt = -maxLagMs;
    replayedBytes = now;
    caughtUpAt = samples.findLast((sample) => sample.bytes <= replayedBytes)?.at ?? caughtUpAt;
    if (age() > maxLagMs) leaveOut(new Error("it is behind"));
    else if (isLeftOut) {
      isLeftOut = false;
      toldReason = "";
      log.info("the replica is read");
    }
  };

  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const lookNow = (): void => {
    looking ??= look()
      .catch(leaveOut)
      .finally(() => {
        looking = undefined;
        lookedAt = performance.now();
      });
  };
  const timer = setInterval(lookNow, lookEveryMs).unref();
  lookNow();

  const mayRead = (position: bigint): boolean => {
    if (settledRaises < raises || !isUsed()) return false;
    if (replayedBytes >= (position > floor ? position : floor)) return true;
    if (performance.now() - lookedAt > minLookPauseMs) lookNow();
    return false;
  };

  return {
    at: (position) => ({
      query: async <R extends pg.QueryResultRow>(statement: pg.QueryConfig) => {
        if (mayRead(position === undefined ? 0n : bytesAt(position))) {
          try {
            return await replica.query<R>(statement);
          } catch (error) {
            // Whatever it was, the primary's answer counts.
            if (isDatabaseAway(error) && !isCancelled(error)) leaveOut(error);
          }
        }
        return primary.query<R>(statement);
      },
    }),
    position: async () => (await readPlace(primary, writtenStatement)).position,
    raiseFloor() {
      raises += 1;
      settleFloor();
    },
    state: () => ({ isUsed: isUsed(), lagMs: age() }),
    async close() {
      clearInterval(timer);
      await looking;
      await replica.end();
    },
  };
};

/** Opens the reads of a process; see Reads. */
export const openReads = (
  { readUrl }: Pick<Config, "readUrl">,
  { pool, log }: Pick<Deps, "pool" | "log">,
  onLost: (error: Error) => void,
  opening: Opening,
): Reads =>
  readUrl === undefined
    ? createPrimaryReads(pool)
    : createReplicaReads(pool, openPool(readUrl, onLost, { ...opening, isReplica: true }), log);
