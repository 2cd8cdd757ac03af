import type { EventName } from "@knowhow/shared";

/** What tabs of one person say to each other: who has the stream tells what came and whether it is open. */
export type TabTalk =
  { kind: "ask" } | { kind: "live"; isLive: boolean } | { kind: "news"; name: EventName; data: object };

/** The tabs' common channel; what is posted comes to the other tabs only. */
export const createNewsChannel = (personId: string, onTalk: (talk: TabTalk) => void) => {
  const channel = new BroadcastChannel(`knowhow-news:${personId}`);
  channel.onmessage = ({ data }: MessageEvent<TabTalk>) => onTalk(data);
  let isOpen = true;
  return {
    post: (talk: TabTalk) => {
      // What was open as it closes still says so.
      if (isOpen) channel.postMessage(talk);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
};
