import type { OutboxStore } from "@knowhow/ui/outbox/store.ts";

/** A store whose code is loaded when it is first needed: the first screen does not wait for it. */
export const createLazyStore = (load: () => Promise<OutboxStore>): OutboxStore => {
  let loading: Promise<OutboxStore> | undefined;
  const store = (): Promise<OutboxStore> => {
    // What could not be loaded is asked for again the next time.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const later = (begin: (loaded: OutboxStore) => () => void) => {
    let stop: (() => void) | undefined;
    let isOver = false;
    store().then(
      (loaded) => {
        if (!isOver) stop = begin(loaded);
      },
      // The calls themselves say so.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  };
  return {
    read: async () => (await store()).read(),
    add: async (row) => (await store()).add(row),
    update: async (row) => (await store()).update(row),
    remove: async (id) => (await store()).remove(id),
    alone: async (work) => (await store()).alone(work),
    erase: async () => (await store()).erase(),
    pass: (outcome) => void store().then((loaded) => loaded.pass(outcome)),
    onChange: (listener) => later((loaded) => loaded.onChange(listener)),
    onPassed: (listener) => later((loaded) => loaded.onPassed(listener)),
  };
};
