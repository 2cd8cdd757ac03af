import pg from "pg";
import type { Deps } from "../deps.ts";
import { channel } from "./emit.ts";

const retryMs = 1_000;

/** A connection of its own that hears whose news there are. */
export interface Listener {
  /** False while the connection is away: news have to be looked for then. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Listens for news until it is closed, however often the connection is lost. `onNews` is given a person's id, or
 * nothing when any number of people's news may have been missed.
 */
export const listenForNews = (
  { pool, log }: Pick<Deps, "pool" | "log">,
  onNews: (userId: string | undefined) => void,
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
  const open = (): void => {
    const fresh = new pg.Client(pool.options);
    client = fresh;
    fresh.on("error", (error) => {
      lose(fresh, error);
    });
    fresh.on("end", () => {
      lose(fresh);
    });
    fresh.on("notification", ({ payload }) => {
      onNews(payload);
    });
    fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .then(() => {
        isListening = true;
        onNews(undefined);
      })
      .catch((error: unknown) => {
        lose(fresh, error);
      });
  };
  open();
  return {
    isListening: () => isListening,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
};
