import { expect } from "vitest";

/** Waits for news by the stream itself: half the time after which its heartbeat would ask for them too. */
export const expectPushed = async (look: () => unknown, expected: unknown): Promise<void> => {
  await expect.poll(look, { timeout: 10_000 }).toEqual(expected);
};
