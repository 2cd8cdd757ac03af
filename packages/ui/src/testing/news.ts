import { act } from "@testing-library/react";
import type * as events from "../client/events.ts";

const handlers = new Map<string, Set<(data: unknown) => void>>();

/** The module of news without its stream: what comes in is told by the test. For `vi.mock`. */
export const withoutStream = (original: typeof events): typeof events => ({
  ...original,
  onNews: (name: string, handler: (data: never) => void) => {
    const known = handlers.get(name) ?? new Set();
    // Told by the test what the contract says of that name.
    handlers.set(name, known.add(handler as (data: unknown) => void));
    return () => known.delete(handler as (data: unknown) => void);
  },
});

/** News come in. */
export const tellNews = (name: string, data: object = {}): void => {
  act(() => {
    for (const handler of handlers.get(name) ?? []) handler(data);
  });
};
