import type { Knex } from "knex";
import { raw, type RawBuilder } from "objection";

/** The product's clock in a model query. Process clocks decide nothing. */
export const appNow = (): RawBuilder => raw("app_now()");

/** The product's time, read once: for comparing within one transaction. */
export const readClock = async (db: Knex): Promise<Date> => {
  const result = await db.raw<{ rows: { now: Date }[] }>("select app_now() as now");
  const [row] = result.rows;
  if (!row) throw new Error("the clock did not answer");
  return row.now;
};
