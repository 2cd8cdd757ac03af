import { createLiveValue, type LiveValue, type WritableValue } from "../client/liveValue.ts";

/** Rows as they were last known. */
export type LiveCollection<T> = LiveValue<readonly T[]>;

/** A collection in this page's memory, of the rows that it is given. */
export const createMemoryCollection = <T>(rows: readonly T[] = []): WritableValue<readonly T[]> =>
  createLiveValue(rows);
