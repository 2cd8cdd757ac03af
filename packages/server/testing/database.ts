import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
    /** The same server through a pooler, where the run has one. */
    poolerUrl: string | undefined;
    templateDatabase: string;
  }
}

/** Runs one statement on the server's own database. */
const onServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** A database of its own for one test file, migrated unless another template is named; `drop` cuts its connections. */
export const createTestDatabase = async (
  template = inject("templateDatabase"),
): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Without a disk to wait for, copied files cost a quarter of the same pages written one by one.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => onServer(`drop database if exists ${name} with (force)`) };
};

/** The product's settings for a database: through the run's pooler, where it has one. */
export const databaseEnv = (databaseUrl: string): Record<string, string> => {
  const pooler = inject("poolerUrl");
  if (pooler === undefined) return { DATABASE_URL: databaseUrl };
  const pooled = new URL(databaseUrl);
  pooled.host = new URL(pooler).host;
  return { DATABASE_URL: pooled.toString(), DATABASE_DIRECT_URL: databaseUrl };
};
