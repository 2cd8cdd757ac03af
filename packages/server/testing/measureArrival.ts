import { expect } from "vitest";

/** Longest time in milliseconds between an act and its news at another's open screen. */
export const maxArrivalMs = 1_000;

/**
 * Milliseconds until a value is the expected one. A busy machine slows some of several tries, seldom all: the quickest
 * is held against the limit.
 */
export const measureArrival = async (look: () => unknown, expected: unknown): Promise<number> => {
  const begun = performance.now();
  await expect.poll(look, { interval: 10 }).toEqual(expected);
  return performance.now() - begun;
};
