import { ConfigError } from "../src/configError.ts";
import { patience } from "../src/database/patience.ts";
import type { Deps } from "../src/deps.ts";
import { demoUserIds } from "./password.ts";

const seedLock = 727_002;

/** Tells whether a database holds demo accounts. */
const hasDemoAccounts = async ({ pool }: Pick<Deps, "pool">): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>(
    "select exists (select from users where user_id = any ($1) and email = user_id || '@example.com') as found",
    [demoUserIds],
  );
  return rows[0]?.found ?? false;
};

const isEmpty = async ({ pool }: Pick<Deps, "pool">): Promise<boolean> => {
  const { rows } = await pool.query<{ empty: boolean }>("select not exists (select from users) as empty");
  return rows[0]?.empty ?? false;
};

/** Puts the demo data into an empty database once, over all processes. Production refuses to run on it. */
export const seedDemo = async (deps: Deps): Promise<void> => {
  if (deps.config.environment === "production" && (await hasDemoAccounts(deps))) {
    throw new ConfigError("the database holds demo accounts: production does not start on it");
  }
  if (!deps.config.seedDemo) return;
  const lock = await deps.directPool.connect();
  try {
    await lock.query(patience);
    await lock.query("select pg_advisory_lock($1)", [seedLock]);
    if (!(await isEmpty(deps))) return;
    deps.log.info("putting in the demo data");
    const { insertDemo } = await import("./insert.ts");
    await insertDemo(deps);
  } finally {
    // Ending the connection gives the lock back in any case, and ends its patience.
    lock.release(true);
  }
};
