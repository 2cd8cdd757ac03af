/** Message from one tab to the others: a sign-in or a sign-out. */
export type SessionNews = "signed-in" | "signed-out";

const name = "knowhow-session";
const isNews = (data: unknown): data is SessionNews => data === "signed-in" || data === "signed-out";

const create = () => (typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name));

/** The channel with the listener; a posted message comes to the other tabs only. */
let heard: BroadcastChannel | undefined;

/** Tells the other tabs; this one is not told by itself. */
export const tellTabs = (news: SessionNews): void => {
  const channel = heard ?? create();
  channel?.postMessage(news);
  if (channel !== heard) channel?.close();
};

/** Hears what other tabs tell, except while the page is put away: an open channel would keep it from coming back. */
export const hearTabs = (listener: (news: SessionNews) => void): (() => void) => {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) listener(data);
  };
  const start = () => {
    heard ??= create();
    // Adding the same listener twice adds it once.
    heard?.addEventListener("message", handleMessage);
  };
  const stop = () => {
    heard?.close();
    heard = undefined;
  };
  start();
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", start);
  return () => {
    window.removeEventListener("pagehide", stop);
    window.removeEventListener("pageshow", start);
    stop();
  };
};
