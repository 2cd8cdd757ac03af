import { AppError, type ContentSummary } from "@knowhow/shared";
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContentAccess } from "../contents/access.ts";
import type { Deps } from "../../deps.ts";
import { nothingToSummarise } from "./documents.ts";
import { until } from "./until.ts";

/** Time limit of a summary: reading up to five files, and the question about them. */
const makingMs = 100_000;
/** After that, longer than the limit, its maker counts as dead. */
const claimSeconds = 180;
const pollMs = 250;

/** One version of a content, as one helper would summarise it. */
export interface SummaryKey {
  contentId: string;
  version: string;
}

/** Names the version: the bytes of a path never change, so paths and names identify the files. */
export const summaryKey = (
  { id, fileUrls, fileNames }: Pick<ContentAccess, "id" | "fileUrls" | "fileNames">,
  helper: string,
): SummaryKey => ({
  contentId: id,
  version: createHash("sha256")
    .update(JSON.stringify([helper, fileUrls, fileNames]))
    .digest("base64url"),
});

/** A stored summary; an empty one stands for files without text, which are not read again either. */
type StoredSummary = Required<ContentSummary>;

/** A new summary. One that is not final lacks a file that may be readable the next time: it is not stored. */
export type SummaryResult = StoredSummary & { isFinal: boolean };

type Pool = Pick<Deps, "pool">;

const find = async (
  { pool }: Pool,
  { contentId, version }: SummaryKey,
): Promise<StoredSummary | undefined> => {
  const { rows } = await pool.query<StoredSummary>({
    name: "summary_find",
    text: `select summary, engine, sources from content_summaries
           where content_id = $1 and version = $2 and summary is not null`,
    values: [contentId, version],
  });
  return rows[0];
};

const toAnswer = (kept: StoredSummary): ContentSummary => {
  if (kept.summary === "") throw nothingToSummarise();
  return kept;
};

/** The stored summary of a version; undefined before it is made, NO_TEXT when there is nothing to summarise. */
export const findSummary = async (deps: Pool, key: SummaryKey): Promise<ContentSummary | undefined> => {
  const kept = await find(deps, key);
  return kept && toAnswer(kept);
};

const claimSql = /* sql */ `
  insert into content_summaries as s (content_id, version, claim, claimed_until)
  values ($1, $2, $3, app_now() + interval '${claimSeconds} seconds')
  on conflict (content_id, version) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
    where s.summary is null and s.claimed_until <= app_now()
  returning claim`;

const keepSql = /* sql */ `
  update content_summaries set summary = $4, engine = $5, sources = $6::jsonb, made_at = app_now()
  where content_id = $1 and version = $2 and claim = $3 and summary is null`;

const letGoSql = `delete from content_summaries
                  where content_id = $1 and version = $2 and claim = $3 and summary is null`;

/**
 * Makes the summary of a version, or waits for the process that is making it. A failed or non-final one leaves it to
 * the next process.
 */
const makeOnce = async (
  deps: Pool,
  { contentId, version }: SummaryKey,
  make: () => Promise<SummaryResult>,
  signal: AbortSignal,
): Promise<StoredSummary> => {
  const claim = randomUUID();
  const values = [contentId, version, claim];
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await deps.pool.query(claimSql, values);
    if (rowCount === 1) break;
    const kept = await find(deps, { contentId, version });
    if (kept) return kept;
    await sleep(pollMs, undefined, { signal });
  }
  try {
    const { isFinal, ...made } = await make();
    if (isFinal)
      await deps.pool.query(keepSql, [...values, made.summary, made.engine, JSON.stringify(made.sources)]);
    else await deps.pool.query(letGoSql, values);
    return made;
  } catch (error) {
    await deps.pool.query(letGoSql, values);
    throw error;
  }
};

interface Flight {
  result: Promise<StoredSummary>;
  askers: number;
  controller: AbortController;
}

/** Tells whether a failure concerns the first asker alone, not the summary. */
const isLimitFailure = (error: unknown): boolean => error instanceof AppError && error.code === "AI_LIMIT";

/** Makes the summary of each version once for all its askers; work stops when the last of them has left. */
export const createSummaries = (deps: Pool) => {
  const flights = new Map<string, Flight>();
  const start = (
    name: string,
    key: SummaryKey,
    make: (signal: AbortSignal) => Promise<SummaryResult>,
  ): Flight => {
    const controller = new AbortController();
    const late = AbortSignal.timeout(makingMs);
    const signal = AbortSignal.any([controller.signal, late]);
    const result = makeOnce(deps, key, () => make(signal), signal).catch((error: unknown) => {
      throw late.aborted ? new AppError("UNAVAILABLE", { retryAfter: 5 }) : error;
    });
    const flight: Flight = { controller, askers: 0, result };
    flights.set(name, flight);
    const land = () => {
      if (flights.get(name) === flight) flights.delete(name);
    };
    result.then(land, land);
    return flight;
  };
  /** Waits as one of a flight's askers; the last one to leave aborts it. */
  const board = async (name: string, flight: Flight, signal: AbortSignal): Promise<StoredSummary> => {
    flight.askers += 1;
    try {
      return await until(flight.result, signal);
    } finally {
      flight.askers -= 1;
      if (flight.askers === 0) {
        if (flights.get(name) === flight) flights.delete(name);
        flight.controller.abort();
      }
    }
  };
  return {
    /** The summary of a version, by `make` unless one is being made. `signal` aborts when this asker leaves. */
    async get(
      key: SummaryKey,
      make: (signal: AbortSignal) => Promise<SummaryResult>,
      signal: AbortSignal,
    ): Promise<ContentSummary> {
      const name = `${key.contentId} ${key.version}`;
      for (let flight = flights.get(name); flight; flight = flights.get(name)) {
        try {
          return toAnswer(await board(name, flight, signal));
        } catch (error) {
          if (!isLimitFailure(error)) throw error;
        }
      }
      return toAnswer(await board(name, start(name, key, make), signal));
    },
  };
};
