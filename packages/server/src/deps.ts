import type { Knex } from "knex";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config, Failpoint } from "./config.ts";
import type { Cipher } from "./crypto.ts";
import type { Reads } from "./database/reads.ts";
import type { EventHub } from "./events/hub.ts";
import type { Storage } from "./storage/storage.ts";
import type { TossGateway } from "./gateways/toss.ts";
import type { PushGateway } from "./gateways/webPush.ts";
import type { MicroCache } from "./http/microCache.ts";
import type { AddJob } from "./jobs/jobs.ts";

/** What features are built from: opened once per process, closed in the reverse order. */
export interface Deps {
  config: Config;
  log: Logger;
  /** Transactions and models. */
  knex: Knex;
  /** Prepared reads, limits. */
  pool: pg.Pool;
  /** Connections that keep what they hold (locks, notifications), and jobs: past a pooler, where there is one. */
  directPool: pg.Pool;
  /** Reads that may be a second late. */
  reads: Reads;
  storage: Storage;
  /** Answers of the last second, the same for everyone. */
  microCache: MicroCache;
  /** Open streams of news. */
  events: EventHub;
  toss: TossGateway;
  /** Sends notifications to closed apps; undefined where none are sent. */
  push: PushGateway | undefined;
  cipher: Cipher;
  addJob: AddJob;
  /** Ends the process when the named place is the one that a test asked for; does nothing otherwise. */
  failpoint: (name: Failpoint) => void;
}
