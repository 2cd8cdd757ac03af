import type { BridgeApi } from "@knowhow/shared/ipc.ts";

/** What the preload script put into the page. */
export const bridge: BridgeApi = (window as Window & typeof globalThis & { readonly knowhow: BridgeApi })
  .knowhow;
