import { raw } from "objection";
import type pg from "pg";

/**
 * A moment on the product's clock, as a column value of a model: `app_now()` or an SQL expression around it.
 * Process clocks decide nothing.
 */
export const appTime = (sql: string, bindings: (string | number)[] = []): Date =>
  // Objection takes a raw expression for any column; its types ask for the column's own type.
  raw(sql, bindings) as unknown as Date;

/** Now, on the product's clock. */
export const appNow = (): Date => appTime("app_now()");

/** How far this process's clock is ahead of the database's, in ms. */
export const readClockSkew = async (pool: pg.Pool): Promise<number> => {
  const before = Date.now();
  const { rows } = await pool.query<{ now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
  );
  return (before + Date.now()) / 2 - (rows[0]?.now ?? Number.NaN);
};
