import type { EventName } from "@knowhow/shared";

/** Messages between tabs of one person: the one with the stream passes news on and says whether the stream is open. */
export type TabTalk =
  | { kind: "ask" }
  | { kind: "live"; isLive: boolean }
  | { kind: "news"; name: EventName; data: object };

/** The tabs' common channel; a posted message comes to the other tabs only. */
export const createNewsChannel = (personId: string, onTalk: (talk: TabTalk) => void) => {
  const channel = new BroadcastChannel(`knowhow-news:${personId}`);
  channel.onmessage = ({ data }: MessageEvent<TabTalk>) => onTalk(data);
  let isOpen = true;
  return {
    post: (talk: TabTalk) => {
      // A stream that closes reports it, perhaps after its channel is closed.
      if (isOpen) channel.postMessage(talk);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
};
