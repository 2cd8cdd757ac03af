import { AppError, type EventName } from "@knowhow/shared";
import { createEventBuffer } from "better-sse";
import { PassThrough, type Readable } from "node:stream";
import type { Deps } from "../deps.ts";
import type { Moderated } from "./emit.ts";
import { listenForNews } from "./listener.ts";

/** How often a sign of life is sent, and the session is checked. */
const usualHeartbeatMs = 20_000;
/** After how long a browser opens a lost stream again. */
const reconnectMs = 2_000;
/** Streams that one person may have open in one process. */
const maxPerPerson = 20;
/** Bytes that wait for a slow reader before its stream is cut; the next stream brings the missed news. */
const maxBufferedBytes = 64 * 1024;
const perRead = 200;

interface Stream {
  userId: string;
  isAdmin: boolean;
  sessionHash: string;
  /** Number of the newest news that were sent. */
  sent: number;
  body: PassThrough;
  isReading: boolean;
  isStale: boolean;
}

/** The caller of a stream. */
interface Reader {
  userId: string;
  isAdmin: boolean;
  sessionHash: string;
  /** The browser's last id; empty at its first stream. */
  lastEventId: string;
}

/** All open streams of this process. */
export interface EventHub {
  /** Opens a stream of a person's news; fails with RATE_LIMITED when they have too many, UNAVAILABLE once closed. */
  open(reader: Reader): Promise<Readable>;
  /** How many streams are open. */
  size(): number;
  /** Ends every stream. */
  close(): Promise<void>;
}

const write = (stream: Stream, fill: (buffer: ReturnType<typeof createEventBuffer>) => void): void => {
  // Ended, and not read to its end yet.
  if (!stream.body.writable) return;
  const buffer = createEventBuffer();
  fill(buffer);
  stream.body.write(buffer.read());
  if (stream.body.writableLength > maxBufferedBytes) stream.body.destroy();
};

/** Without a number: moderations are in no person's count. */
const tellModerated = (streams: readonly Stream[], moderated: readonly Moderated[]): void => {
  for (const stream of streams)
    write(stream, (buffer) => {
      for (const { contentId, commentId, ratingId, questionId } of moderated)
        if (commentId !== null) buffer.event("comment").data({ contentId, id: commentId }).dispatch();
        else if (ratingId != null) buffer.event("rating").data({ contentId, id: ratingId }).dispatch();
        else if (questionId != null) buffer.event("questions").data({ contentId }).dispatch();
        else buffer.event("content").data({ id: contentId }).dispatch();
    });
};

/** Without a number, and to administrators alone: no row is written for who is one by the configuration. */
const tellAlert = (streams: readonly Stream[]): void => {
  for (const stream of streams)
    if (stream.isAdmin) write(stream, (buffer) => buffer.event("alert").data({}).dispatch());
};

/** Moderations of the time for which news are kept. */
const readModerated = async (pool: Deps["pool"]): Promise<Moderated[]> => {
  const { rows } = await pool.query<Moderated>({
    name: "events_moderated",
    text: `select distinct content_id as "contentId", comment_id as "commentId", rating_id as "ratingId",
                  question_id as "questionId" from moderation_acts
           where created_at > app_now() - interval '10 minutes'`,
  });
  return rows;
};

/** Opens this process's side of the news. */
export const createEventHub = (
  { pool, directPool, log, microCache }: Pick<Deps, "pool" | "directPool" | "log" | "microCache">,
  { heartbeatMs = usualHeartbeatMs } = {},
): EventHub => {
  const people = new Map<string, Set<Stream>>();
  let isClosed = false;
  const all = () => [...people.values()].flatMap((streams) => [...streams]);

  const forget = (stream: Stream): void => {
    const streams = people.get(stream.userId);
    streams?.delete(stream);
    if (streams?.size === 0) people.delete(stream.userId);
  };

  /** Ends the streams of sessions that are over and of people who are banned. */
  const endFallen = async (streams: readonly Stream[]): Promise<void> => {
    if (streams.length === 0) return;
    const { rows } = await pool.query<{ id_hash: string }>({
      name: "events_sessions",
      text: `select s.id_hash from sessions s join users u on u.id = s.user_id
             where s.id_hash = any($1) and s.expires_at > app_now() and u.is_banned = 0`,
      values: [streams.map(({ sessionHash }) => sessionHash)],
    });
    const validHashes = new Set(rows.map(({ id_hash }) => id_hash));
    for (const stream of streams) if (!validHashes.has(stream.sessionHash)) stream.body.end();
  };

  const readNews = async (stream: Stream): Promise<void> => {
    do {
      stream.isStale = false;
      const { rows } = await pool.query<{ seq: number; name: EventName; data: unknown }>({
        name: "events_after",
        text: "select seq, name, data from events where user_id = $1 and seq > $2 order by seq limit $3",
        values: [stream.userId, stream.sent, perRead],
      });
      for (const { seq, name, data } of rows) {
        if (!stream.body.writable) return;
        write(stream, (buffer) => buffer.push(data, name, String(seq)));
        stream.sent = seq;
        // A banned person hears of the sanction, and nothing more.
        if (name === "sanction") await endFallen([stream]);
      }
      if (rows.length === perRead) stream.isStale = true;
    } while (stream.isStale && stream.body.writable);
  };

  /** Sends new rows; one read at a time for each stream, and one more when news came meanwhile. */
  const wake = (stream: Stream): void => {
    stream.isStale = true;
    if (stream.isReading) return;
    stream.isReading = true;
    readNews(stream)
      .catch((error: unknown) => {
        // The next heartbeat looks again.
        log.warn({ err: error }, "news could not be read");
      })
      .finally(() => {
        stream.isReading = false;
      });
  };

  const streamsOf = (userId: string | undefined): readonly Stream[] =>
    userId === undefined ? all() : [...(people.get(userId) ?? [])];
  const listener = listenForNews(
    { directPool, log },
    {
      onNews: (userId) => {
        streamsOf(userId).forEach(wake);
      },
      onSessionsEnded: (userId) => {
        endFallen(streamsOf(userId)).catch((error: unknown) => {
          // The next heartbeat asks again.
          log.warn({ err: error }, "sessions of streams could not be read");
        });
      },
      onModeration: (moderated) => {
        microCache.drop();
        if (moderated) tellModerated(all(), [moderated]);
        else if (people.size > 0) tellMissed(all());
      },
      onChange: () => {
        microCache.drop();
      },
      onAlert: () => {
        tellAlert(all());
      },
    },
  );

  /** Tells streams of moderations that they may have missed. */
  const tellMissed = (streams: readonly Stream[]): void => {
    readModerated(pool).then(
      (recent) => tellModerated(streams, recent),
      (error: unknown) => {
        // Screens read again when they are shown again.
        log.warn({ err: error }, "moderations could not be read");
      },
    );
  };

  /** Wakes the streams with news that were not heard of. */
  const catchUp = async (streams: readonly Stream[]): Promise<void> => {
    const { rows } = await pool.query<{ user_id: string; last: number }>({
      name: "events_cursors",
      text: "select user_id, last from event_cursors where user_id = any($1)",
      values: [[...new Set(streams.map(({ userId }) => userId))]],
    });
    const newest = new Map(rows.map(({ user_id, last }) => [user_id, last]));
    for (const stream of streams)
      if (stream.isStale || (newest.get(stream.userId) ?? 0) > stream.sent) wake(stream);
  };

  const beat = async (): Promise<void> => {
    listener.check();
    const streams = all();
    if (streams.length === 0) return;
    for (const stream of streams) write(stream, (buffer) => buffer.comment("").dispatch());
    await endFallen(streams);
    await catchUp(streams);
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      log.warn({ err: error }, "heartbeat of the news failed");
    });
  }, heartbeatMs);

  return {
    async open({ userId, isAdmin, sessionHash, lastEventId }) {
      if (isClosed) throw new AppError("UNAVAILABLE", { retryAfter: 2 });
      const streams = people.get(userId) ?? new Set();
      if (streams.size >= maxPerPerson) throw new AppError("RATE_LIMITED", { retryAfter: 60 });
      const body = new PassThrough();
      // Listed before the counter is read: what comes in between wakes it. Until then nothing is newer than infinity.
      const stream: Stream = {
        ...{ userId, isAdmin, sessionHash },
        ...{ sent: Infinity, body, isReading: true, isStale: false },
      };
      people.set(userId, streams.add(stream));
      body.once("close", () => {
        forget(stream);
      });
      try {
        const { rows } = await pool.query<{ last: number; pruned: number }>({
          name: "events_cursor",
          text: "select last, pruned from event_cursors where user_id = $1",
          values: [userId],
        });
        const { last, pruned } = rows[0] ?? { last: 0, pruned: 0 };
        const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
        const isKnown = seen !== undefined && seen >= pruned && seen <= last;
        stream.sent = isKnown ? seen : last;
        write(stream, (buffer) => {
          buffer.retry(reconnectMs);
          if (lastEventId === "" || isKnown) buffer.id(String(stream.sent)).dispatch();
          else buffer.push({}, "resync", String(last));
        });
        if (lastEventId !== "") {
          tellMissed([stream]);
          tellAlert([stream]);
        }
      } catch (error) {
        body.destroy();
        throw error;
      }
      stream.isReading = false;
      wake(stream);
      return body;
    },
    size: () => all().length,
    async close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of all()) stream.body.end();
      await listener.close();
    },
  };
};
