import { expect } from "vitest";

/** Waits for news by the stream itself; its heartbeat would ask for them too, every 20 s. */
export const expectPushed = async (look: () => unknown, expected: unknown): Promise<void> => {
  await expect.poll(look, { timeout: 5_000 }).toEqual(expected);
};
