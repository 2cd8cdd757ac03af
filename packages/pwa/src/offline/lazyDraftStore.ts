import type { DraftStore } from "@knowhow/ui/device/drafts/store.ts";
import { loadedLater } from "./loadedLater.ts";

/** A draft store whose code is loaded on first use: the first screen does not wait for it. */
export const createLazyDraftStore = (load: () => Promise<DraftStore>): DraftStore => {
  const { store, soon, later } = loadedLater(load);
  return {
    read: async () => (await store()).read(),
    change: async (...given) => (await store()).change(...given),
    split: async (...given) => (await store()).split(...given),
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
    pass: (news) => soon((loaded) => loaded.pass(news)),
    onPassed: (listener) => later((loaded) => loaded.onPassed(listener)),
    erase: async () => (await store()).erase(),
  };
};
