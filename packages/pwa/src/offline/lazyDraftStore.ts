import type { DraftStore } from "@knowhow/ui/drafts/store.ts";

/** A store of drafts whose code is loaded when it is first needed: the first screen does not wait for it. */
export const createLazyDraftStore = (load: () => Promise<DraftStore>): DraftStore => {
  let loading: Promise<DraftStore> | undefined;
  const store = (): Promise<DraftStore> => {
    // What could not be loaded is asked for again the next time.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const later = (begin: (loaded: DraftStore) => () => void) => {
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
    change: async (...given) => (await store()).change(...given),
    keepFile: async (...given) => (await store()).keepFile(...given),
    blobOf: async (...given) => (await store()).blobOf(...given),
    dropFile: async (...given) => (await store()).dropFile(...given),
    sweep: async () => (await store()).sweep(),
    room: async () => (await store()).room(),
    persist: async () => (await store()).persist(),
    onChange: (listener) => later((loaded) => loaded.onChange(listener)),
    alone: async (...given) => (await store()).alone(...given),
    hold: (name) => later((loaded) => loaded.hold(name)),
    unlessHeld: async (...given) => (await store()).unlessHeld(...given),
    pass: (news) =>
      void store().then(
        (loaded) => loaded.pass(news),
        () => undefined,
      ),
    onPassed: (listener) => later((loaded) => loaded.onPassed(listener)),
    erase: async () => (await store()).erase(),
  };
};
