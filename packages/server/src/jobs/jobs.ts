import type { Knex } from "knex";

/** Names of the jobs and their payloads. */
export interface JobPayloads {
  /** Issues the cash receipt of one order. */
  cashReceipt: { orderId: string };
  /** Takes back the cash receipt of an order that was given back. */
  cancelCashReceipt: { orderId: string };
  /** Asks the provider to give the money of one order back. */
  refund: { orderId: string };
  /** Acts on one notice of the provider. */
  providerEvent: { eventId: string };
  /** Tells the buyers of a content that it has this version. */
  newVersion: { contentId: string; number: number };
  /** Tells those who keep a content in mind what has become of it; `price` is the one before. */
  wishNews: { contentId: string; price: number };
  /** Tells a person's devices of new events; queued by the database with the events, and again where it failed. */
  pushNews: { userId: string; tries?: number };
}

export type JobName = keyof JobPayloads;

/**
 * Queues a job in the transaction of `db`: it runs after the commit, or `afterSeconds` later, once, in any free
 * process; of the waiting jobs one of a lower `priority` first. Of waiting jobs with one `key` there is one, at its time.
 */
export type AddJob = <N extends JobName>(
  db: Knex,
  name: N,
  payload: JobPayloads[N],
  options?: { afterSeconds?: number; priority?: number; key?: string },
) => Promise<void>;

/** See AddJob. */
export const addJob: AddJob = async (db, name, payload, { afterSeconds = 0, priority = 0, key } = {}) => {
  await db.raw(
    `select graphile_worker.add_job(?, ?::json, run_at => now() + ? * interval '1 second', priority => ?,
       job_key => ?, job_key_mode => 'preserve_run_at')`,
    [name, JSON.stringify(payload), afterSeconds, priority, key ?? null],
  );
};
