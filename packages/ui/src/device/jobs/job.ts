import type { ErrorCode, ErrorDetails } from "@knowhow/shared";
import type { ActKind, Acts } from "./handlers/act.ts";

export type JobKind = ActKind;

/** Why an attempt failed. */
export interface JobFailure {
  /** In words for the screen. */
  message: string;
  /** The server's own answer, for other tabs; absent without an answer. */
  code?: ErrorCode;
  details?: ErrorDetails;
  /** The server gave no words: a screen may have its own. */
  isGeneric?: boolean;
}

/** A person's act that the server does not have yet, as the device keeps it. */
export interface Job<K extends JobKind = JobKind> {
  /** A uuid, also the idempotency key. */
  id: string;
  /** Its author: the server does not take it in another user's name. */
  userId: string;
  kind: K;
  payload: Acts[K]["input"];
  /** Jobs of one lane run one after the other, in the order in which they were made. */
  lane: string;
  /** `running` outlives a killed browser: the next tab with the lane's lock knows that the attempt is over. */
  status: "queued" | "running" | "parked";
  /** Milliseconds; grows within a device, and gives the order of a lane. */
  createdAt: number;
  /** Attempts without a final answer. */
  attempts: number;
  /** Milliseconds: not run again before. */
  notBefore: number;
  /** Milliseconds: the first time it may have reached the server, which forgets keys long after that. */
  firstAttemptAt?: number;
  /** Milliseconds: a job still running then has lost its tab, though that may hold the lock. */
  leaseUntil?: number;
  /** Of a parked job, why it is not run again unless its person asks for it; else of the last attempt. */
  lastFailure?: JobFailure;
}

/** How a job is sent: repeated under its key it happens once, and the server does not take it in another user's name. */
export interface SendOptions {
  idempotencyKey: string;
  personId: string;
  sanctionIsFailure: true;
  /** Aborted where no answer came in time, or the page is frozen. */
  signal: AbortSignal;
}

/** How jobs of one kind are run. */
interface JobHandler<K extends JobKind> {
  /** Its name in the list of waiting acts. */
  label: string;
  laneOf: (payload: Acts[K]["input"]) => string;
  run: (job: Job<K>, options: SendOptions) => Promise<Acts[K]["answer"]>;
  /** An administrator's: run at once or refused, unless the shell lets it wait. */
  isOfStaff?: true;
  /** A newer job of the lane takes the place of one that still waits. */
  supersedes?: boolean;
}

export type JobHandlers = { [K in JobKind]: JobHandler<K> };

/** The outcome of a job: stored, with the server's answer; refused; or delayed by a failure. */
export type Outcome = { [K in JobKind]: { kind: K; job: Job<K> } & Result<Acts[K]["answer"]> }[JobKind];
type Result<A> =
  | { status: "stored"; answer: A }
  /** `isFromPage`: it was made on this page, not left over by another. */
  | { status: "refused"; error: Error; isFromPage: boolean }
  | { status: "delayed"; error: Error };
