import type { Knex } from "knex";

/** Work that runs by itself: its name and what it is told. */
export interface JobPayloads {
  /** Issues the cash receipt of one order. */
  cashReceipt: { orderId: string };
  /** Acts on one notice of the provider. */
  providerEvent: { eventId: string };
}

export type JobName = keyof JobPayloads;

/** Queues a job in the transaction of `db`: it runs after the commit, once, in whichever process is free. */
export type AddJob = <N extends JobName>(db: Knex, name: N, payload: JobPayloads[N]) => Promise<void>;

/** See AddJob. */
export const addJob: AddJob = async (db, name, payload) => {
  await db.raw("select graphile_worker.add_job(?, ?::json)", [name, JSON.stringify(payload)]);
};
