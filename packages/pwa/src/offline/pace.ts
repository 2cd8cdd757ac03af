import type { AppError } from "@knowhow/shared";
import { readNote, writeNote } from "@knowhow/ui/client/notes.ts";
import { databaseOf } from "./database.ts";

const minuteMs = 60_000;
/** Answers fetched within a minute, by screens too, before the library slows down. */
const quickReads = 40;
/** Pauses between two requests: while few were made, and from there on, in milliseconds. */
const quickMs = 50;
const slowMs = 500;

/** How long the library waits before its next request, by what the device has read in the last minute. */
export const paceOf = async (personId: string): Promise<number> => {
  const now = Date.now();
  const reads = await databaseOf(personId)
    .answers.where("keptAt")
    .between(now - minuteMs, now)
    .count();
  return reads < quickReads ? quickMs : slowMs;
};

/** Says until when the server wants no more reads, in milliseconds, and for whom. */
const restKey = "knowhow-library-rest";
/** The longest rest, also where the device's clock was wrong. */
const maxRestMs = 60 * minuteMs;

/** How long a person's library still leaves the server alone, in milliseconds. */
export const restOf = (personId: string): number => {
  const [until, restingId] = readNote(restKey)?.split(" ") ?? [];
  const left = Number(until ?? 0) - Date.now();
  return restingId === personId && left > 0 && left <= maxRestMs ? left : 0;
};

/** The rest after a rate limit, in milliseconds, noted for the person's other tabs and for a reload of the app. */
export const keepRest = (personId: string, { details }: AppError): number => {
  const rest = Math.min((details.retryAfter ?? 60) * 1_000, maxRestMs);
  writeNote(restKey, `${Date.now() + rest} ${personId}`);
  return rest;
};
