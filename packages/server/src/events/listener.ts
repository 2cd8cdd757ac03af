import pg from "pg";
import type { Deps } from "../deps.ts";
import {
  alertChannel,
  changeChannel,
  channel,
  moderationChannel,
  sessionChannel,
  type Moderated,
} from "./emit.ts";

const retryMs = 1_000;
/** A connection that gives no sign of life for so long is taken for lost. */
const silenceMs = 3_000;

/** A connection of its own that hears of news. */
export interface Listener {
  /** False while the connection is away: news have to be looked for then. */
  isListening(): boolean;
  /** Asks the connection for a sign of life: one that went away without a word would be missed for hours. */
  check(): void;
  close(): Promise<void>;
}

/** Handlers of notifications; undefined when anything may have been missed. */
interface Ears {
  onNews: (userId: string | undefined) => void;
  onSessionsEnded: (userId: string | undefined) => void;
  onModeration: (moderated: Moderated | undefined) => void;
  onChange: () => void;
  onAlert: () => void;
}

/** Listens for news until it is closed, however often the connection is lost. */
export const listenForNews = (
  { directPool, log }: Pick<Deps, "directPool" | "log">,
  { onNews, onSessionsEnded, onModeration, onChange, onAlert }: Ears,
): Listener => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isListening = false;

  const lose = (lost: pg.Client, error?: unknown): void => {
    if (client !== lost) return;
    client = undefined;
    isListening = false;
    lost.end().catch(() => undefined);
    if (isClosed) return;
    log.warn({ err: error }, "lost the connection that hears of news");
    timer = setTimeout(open, retryMs);
  };
  /** Runs a statement on a connection, which is lost when the answer is an error or none. */
  const ask = async (asked: pg.Client, text: string): Promise<void> => {
    const silence = setTimeout(() => {
      lose(asked, new Error("no sign of life"));
    }, silenceMs);
    try {
      await asked.query(text);
    } catch (error) {
      lose(asked, error);
    } finally {
      clearTimeout(silence);
    }
  };
  const open = (): void => {
    const fresh = new pg.Client(directPool.options);
    client = fresh;
    fresh.on("error", (error) => {
      lose(fresh, error);
    });
    fresh.on("end", () => {
      lose(fresh);
    });
    fresh.on("notification", ({ channel: heard, payload }) => {
      if (heard === moderationChannel)
        // Written by emitToAll; an earlier release, still running beside this one, says nothing.
        onModeration(payload ? (JSON.parse(payload) as Moderated) : undefined);
      else if (heard === changeChannel) onChange();
      else if (heard === alertChannel) onAlert();
      else (heard === sessionChannel ? onSessionsEnded : onNews)(payload);
    });
    fresh
      .connect()
      .then(() => {
        const channels = [channel, sessionChannel, moderationChannel, changeChannel, alertChannel];
        return ask(fresh, channels.map((name) => `listen ${name}`).join("; "));
      })
      .then(() => {
        if (client !== fresh) return;
        isListening = true;
        onNews(undefined);
        onSessionsEnded(undefined);
        onModeration(undefined);
        onAlert();
      })
      .catch((error: unknown) => {
        lose(fresh, error);
      });
  };
  open();
  let isChecking = false;
  return {
    isListening: () => isListening,
    check() {
      if (!client || !isListening || isChecking) return;
      isChecking = true;
      void ask(client, "select 1").finally(() => {
        isChecking = false;
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
};
