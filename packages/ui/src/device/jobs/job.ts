import type { ErrorCode, ErrorDetails } from "@knowhow/shared";
import type { ActKind, Acts } from "./handlers/act.ts";

export type JobKind = ActKind;

/** Why an attempt did not get through. */
export interface JobFailure {
  /** In words for the screen. */
  message: string;
  /** What the server itself answered, for a tab that did not ask; absent without an answer. */
  code?: ErrorCode;
  details?: ErrorDetails;
}

/** Something a person wants done that the server does not have yet, as it lies on the device. */
export interface Job<K extends JobKind = JobKind> {
  /** A uuid, also the idempotency key. */
  id: string;
  /** As somebody else's the server does not take it. */
  userId: string;
  kind: K;
  payload: Acts[K]["input"];
  /** Jobs of one lane run one after the other, in the order in which they were made. */
  lane: string;
  /** `running` outlives a killed browser: the next tab that has the lane's lock knows that it is over. */
  status: "queued" | "running" | "parked";
  /** Milliseconds; grows within a device, and gives the order of a lane. */
  createdAt: number;
  /** Attempts without an answer that counts. */
  attempts: number;
  /** Milliseconds: not run again before. */
  notBefore: number;
  /** Milliseconds: when it may have reached the server first. Long after that the server would not know it again. */
  firstAttemptAt?: number;
  /** Milliseconds: a job that still runs then has lost its tab, though that may hold the lock. */
  leaseUntil?: number;
  /** Of a parked job, why it is not run again unless its person wants that; else of the last attempt. */
  lastFailure?: JobFailure;
}

/** How jobs of one kind are run. */
export interface JobHandler<K extends JobKind> {
  laneOf: (payload: Acts[K]["input"]) => string;
  /** Ends when the signal says so: no answer came in time, or the page is put to rest. */
  run: (job: Job<K>, signal: AbortSignal) => Promise<Acts[K]["answer"]>;
  /** Whether it is run at once or refused, instead of waiting. */
  isImmediate?: () => boolean;
  /** A newer job of the lane takes the place of one that still waits. */
  supersedes?: boolean;
}

export type JobHandlers = { [K in JobKind]: JobHandler<K> };

/** What became of a job: stored, with the server's answer; refused; or not got through for now. */
export type Outcome = { [K in JobKind]: { kind: K; job: Job<K> } & Result<Acts[K]["answer"]> }[JobKind];
type Result<A> =
  | { status: "stored"; answer: A }
  /** `isOwn`: it was made on this page, not one that was left over. */
  | { status: "refused"; error: Error; isOwn: boolean }
  | { status: "delayed"; error: Error };

/** A row as it was kept before there were jobs. */
export interface FormerAct {
  id: string;
  kind: JobKind;
  input: Job["payload"];
  lane: string;
  madeAt: number;
  attempts: number;
  notBefore: number;
  firstTriedAt?: number;
  isSending?: boolean;
  refusal?: string;
  trouble?: string;
  said?: Pick<JobFailure, "code" | "details">;
}

/** Brings what one person's device kept before there were jobs to what it is today. */
export const toJob = (userId: string, row: Job | FormerAct): Job => {
  if ("payload" in row) return row;
  const { id, kind, input, lane, madeAt, attempts, notBefore, firstTriedAt, refusal, trouble, said } = row;
  const message = refusal ?? trouble;
  return {
    id,
    userId,
    kind,
    payload: input,
    lane,
    // One that was being sent was cut off with its tab.
    status: refusal === undefined ? "queued" : "parked",
    createdAt: madeAt,
    attempts,
    notBefore,
    ...(firstTriedAt === undefined ? {} : { firstAttemptAt: firstTriedAt }),
    ...(message === undefined ? {} : { lastFailure: { message, ...said } }),
  };
};
