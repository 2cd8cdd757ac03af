import { isEventData, type EventName } from "@knowhow/shared";
import { act } from "@testing-library/react";
import { vi } from "vitest";
import { keepNews } from "../client/events.ts";

const streams = new Set<EventTarget>();

/** Stands in for the browser's: only the test sends events. */
class Stream extends EventTarget {
  constructor() {
    super();
    streams.add(this);
  }
  close(): void {
    streams.delete(this);
  }
}

/** Subscribes the page to news that the test sends; gives the way to stop. */
export const hearNews = (): (() => void) => {
  vi.stubGlobal("EventSource", Stream);
  const stop = keepNews("somebody");
  return () => {
    stop();
    vi.stubGlobal("EventSource", undefined);
  };
};

/** Sends news to the page; news that a client would reject are a mistake of the test. */
export const tellNews = (name: EventName, data: object = {}): void => {
  if (!isEventData(name, data)) throw new Error(`no news of ${name}: ${JSON.stringify(data)}`);
  act(() => {
    for (const stream of streams)
      stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  });
};
