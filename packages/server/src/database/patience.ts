import pg from "pg";

/**
 * Statements that lift every limit of time from a connection that waits or copies for long. A database may set limits
 * for all connections; options of the start would be lost where the address has some of its own.
 */
export const patience = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "transaction_timeout",
]
  .map((limit) => `set ${limit} = 0`)
  .join("; ");

/** Opens a connection to the database itself that waits and copies for as long as it takes. */
export const connectPatiently = async (url: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    // It may hold a lock for hours without a statement: machines on the way must not forget it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  client.on("error", () => undefined); // A lost connection fails the statement; it must not end the process.
  await client.connect();
  await client.query(patience);
  return client;
};
