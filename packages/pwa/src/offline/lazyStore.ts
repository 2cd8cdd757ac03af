import type { OutboxStore } from "@knowhow/ui/device/outbox/store.ts";
import { loadedLater } from "./loadedLater.ts";

/** A store whose code is loaded when it is first needed: the first screen does not wait for it. */
export const createLazyStore = (load: () => Promise<OutboxStore>): OutboxStore => {
  const { store, soon, later } = loadedLater(load);
  return {
    read: async () => (await store()).read(),
    put: async (row) => (await store()).put(row),
    change: async (...given) => (await store()).change(...given),
    alone: async (work) => (await store()).alone(work),
    erase: async () => (await store()).erase(),
    pass: (outcome) => soon((loaded) => loaded.pass(outcome)),
    onChange: (listener) => later((loaded) => loaded.onChange(listener)),
    onPassed: (listener) => later((loaded) => loaded.onPassed(listener)),
  };
};
