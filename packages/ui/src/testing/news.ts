import { isEventData, type EventName } from "@knowhow/shared";
import { act } from "@testing-library/react";
import { vi } from "vitest";
import { keepNews } from "../client/events.ts";

const streams = new Set<EventTarget>();

/** Stands in the place of the browser's: nobody is on the other end but the test. */
class Stream extends EventTarget {
  constructor() {
    super();
    streams.add(this);
  }
  close(): void {
    streams.delete(this);
  }
}

/** The page hears news, as far as a test tells them; gives the way to stop. */
export const hearNews = (): (() => void) => {
  vi.stubGlobal("EventSource", Stream);
  const stop = keepNews("somebody");
  return () => {
    stop();
    vi.stubGlobal("EventSource", undefined);
  };
};

/** News come in; what no client would take for news is a mistake of the test. */
export const tellNews = (name: EventName, data: object = {}): void => {
  if (!isEventData(name, data)) throw new Error(`no news of ${name}: ${JSON.stringify(data)}`);
  act(() => {
    for (const stream of streams)
      stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  });
};
