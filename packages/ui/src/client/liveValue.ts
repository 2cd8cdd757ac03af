import { useSyncExternalStore } from "react";
import { createSignal } from "./signal.ts";

/** A value that changes, for components that show it. */
export interface LiveValue<T> {
  /** Calls back when the snapshot may have changed; answers how to stop. */
  subscribe: (listener: () => void) => () => void;
  /** As it is now; the same until it changes. */
  getSnapshot: () => T;
}

export interface WritableValue<T> extends LiveValue<T> {
  /** The value before anything was set: what a page without a window shows. */
  initial: T;
  /** Sets the value and tells all listeners. */
  set: (value: T) => void;
}

/** A live value in this page's memory. */
export const createLiveValue = <T>(initial: T): WritableValue<T> => {
  const { tell, on } = createSignal();
  let snapshot = initial;
  return {
    initial,
    subscribe: on,
    getSnapshot: () => snapshot,
    set: (value) => {
      snapshot = value;
      tell();
    },
  };
};

/** A live value as it is now; a page of the server, and the app that takes it over, begin with the first one. */
export const useLiveValue = <T>({ subscribe, getSnapshot, initial }: WritableValue<T>): T =>
  useSyncExternalStore(subscribe, getSnapshot, () => initial);
