import type pg from "pg";
import { isDatabaseAway } from "../database/failure.ts";

/** The one code of a lost database that the job library tries again for. */
const cannotConnectNow = "57P03";

const asKnown = (error: unknown): never => {
  throw isDatabaseAway(error)
    ? Object.assign(new Error("the database is away", { cause: error }), { code: cannotConnectNow })
    : error;
};

/**
 * The product's pool as the job library gets it. It knows few of the ways in which a database goes away, and a job that
 * ends during another one would end the process: here all of them have the code that it waits and tries again for.
 */
export const jobsPool = (pool: pg.Pool): pg.Pool => {
  const connect = async () => {
    // The library goes on trying to write down how a job ended. Once the pool closes, the job's lease runs out instead.
    if (pool.ending) return new Promise<never>(() => undefined);
    const client = await pool.connect().catch(asKnown);
    return {
      query: (query: string | pg.QueryConfig, values?: unknown[]) =>
        client.query(query, values).catch(asKnown),
      release: client.release.bind(client),
    };
  };
  return new Proxy(pool, {
    get: (target, name) => {
      // With a callback it is the listener, which comes back by itself.
      if (name === "connect")
        return (listen?: Parameters<typeof pool.connect>[0]) => (listen ? target.connect(listen) : connect());
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
};
