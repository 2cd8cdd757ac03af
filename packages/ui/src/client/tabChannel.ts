/** Passes messages between tabs, except while the page is put away: an open channel would keep it from coming back. */
export const openTabChannel = <M>(name: string) => {
  const listeners = new Set<(message: M) => void>();
  let channel: BroadcastChannel | undefined;
  const create = () => (typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name));
  const close = () => {
    channel?.close();
    channel = undefined;
  };
  const open = () => {
    if (channel || listeners.size === 0) return;
    channel = create();
    // Only posted below, by the same release or one with the same messages.
    channel?.addEventListener("message", ({ data }: MessageEvent<M>) => {
      for (const listener of listeners) listener(data);
    });
  };
  return {
    /** Tells the other tabs; this one is not told by itself. */
    post: (message: M): void => {
      const used = channel ?? create();
      used?.postMessage(message);
      if (used !== channel) used?.close();
    },
    /** Hears what other tabs tell; gives the way to stop. */
    listen: (listener: (message: M) => void): (() => void) => {
      listeners.add(listener);
      // Adding the same listener twice adds it once.
      window.addEventListener("pagehide", close);
      window.addEventListener("pageshow", open);
      open();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) close();
      };
    },
  };
};
