/** Passes messages between tabs; closed on pagehide, so that the page can enter the back/forward cache. */
export const openTabChannel = <M>(name: string) => {
  const listeners = new Set<(message: M) => void>();
  let channel: BroadcastChannel | undefined;
  const close = () => {
    channel?.close();
    channel = undefined;
  };
  const open = () => {
    if (channel || listeners.size === 0) return;
    channel = new BroadcastChannel(name);
    // Only posted below, by the same release or one with the same messages.
    channel.onmessage = ({ data }: MessageEvent<M>) => {
      for (const listener of listeners) listener(data);
    };
  };
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  return {
    post: (message: M) => {
      channel?.postMessage(message);
    },
    listen: (listener: (message: M) => void) => {
      listeners.add(listener);
      open();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) close();
      };
    },
  };
};
