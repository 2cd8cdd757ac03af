import { setTimeout as sleep } from "node:timers/promises";
import { NAME, findCluster, openCluster } from "./embedded/cluster.ts";
import type { Cluster } from "./embedded/cluster.ts";
import { addressOf, ensureDatabase, hold, keepAwake, release } from "./embedded/holder.ts";
import type { HoldOptions, Holding } from "./embedded/holder.ts";
import { abandonedPlaces } from "./embedded/outside.ts";
import { choosePlace } from "./embedded/place.ts";
import { isRoot, reasonOf } from "./embedded/process.ts";
import { rm } from "node:fs/promises";

/** A running PostgreSQL of a data folder that this process uses. */
export interface EmbeddedDatabase {
  /** The address of the product's database, with the password; it stays the same until the stop. */
  url: string;
  /** Gives the database up; it is shut down, and has gone, unless another server still uses it. */
  stop(): Promise<void>;
}

/** What to start, and whom to tell. */
export interface EmbeddedDatabaseOptions {
  /** The product's data folder, such as `.data`; made where it is missing. */
  dataDir: string;
  log: (line: string) => void;
  /** More settings of PostgreSQL, such as `{ fsync: 'off' }` in tests; a joined database keeps its own. */
  settings?: Record<string, string>;
}

/**
 * Starts, or finds and joins, the PostgreSQL 18 cluster of one data folder. When PostgreSQL dies
 * later it is started again on the same port. Fails with an Error whose one line tells the reason.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, settings = {} } = options;
  try {
    const place = await choosePlace(dataDir, log);
    const cluster = await openCluster(place, settings, log);
    const holding = await hold(cluster, { settings, log });
    try {
      await ensureDatabase(holding.client);
    } catch (error) {
      await release(cluster, holding).catch(() => undefined);
      throw error;
    }
    if (isRoot()) await removeAbandoned(log);
    return supervise(cluster, holding, { settings, log });
  } catch (error) {
    throw new Error(`The embedded PostgreSQL did not start: ${reasonOf(error)}`, { cause: error });
  }
}

function supervise(cluster: Cluster, first: Holding, options: HoldOptions): EmbeddedDatabase {
  const { log } = options;
  const { port } = first;
  const stopping = new AbortController();
  // Asked again each time: it changes during any await.
  const isStopping = (): boolean => stopping.signal.aborted;
  let holding: Holding | undefined;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = (next: Holding): void => {
    holding = next;
    keepAwake(next.client, false);
    void next.ended.then(() => {
      if (holding === next && !isStopping()) recovery = recover();
    });
  };
  const recover = async (): Promise<void> => {
    holding = undefined;
    log(`The database on port ${port} was lost; bringing it back.`);
    let told = "";
    while (!isStopping()) {
      try {
        watch(await hold(cluster, { ...options, port, signal: stopping.signal }));
        return;
      } catch (error) {
        const reason = reasonOf(error);
        if (reason !== told && !isStopping()) log(`The database did not come back: ${reason}`);
        told = reason;
        await sleep(1000, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    await recovery;
    const down = await release(cluster, holding);
    log(down ? "Stopped the database." : "Left the database running: another server uses it.");
  };

  watch(first);
  return { url: addressOf(cluster, port, NAME), stop: () => (stopped ??= stop()) };
}

/** Removes the databases outside of data folders that were deleted, unless a server still uses one. */
async function removeAbandoned(log: (line: string) => void): Promise<void> {
  try {
    for (const place of await abandonedPlaces()) {
      const cluster = await findCluster(place);
      if (cluster && !(await release(cluster, undefined))) continue;
      await rm(place, { recursive: true, force: true });
      log(`Removed ${place}, the database of a data folder that is gone.`);
    }
  } catch (error) {
    log(`Could not remove the database of a data folder that is gone: ${reasonOf(error)}`);
  }
}
