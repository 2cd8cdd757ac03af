// People who have their chats open: polls at the product's own intervals, and streams of news.
import { setTimeout as sleep } from "node:timers/promises";
import { chats, events, pollIntervals } from "@knowhow/shared";
import type pg from "pg";
import { signIn } from "./people.ts";
import { judge, quantile, say } from "./report.ts";

const clients = 200;
const pollSeconds = 15;
const people = 50;
/** Streams that one person may have open. */
const streamsEach = 20;

interface Room {
  id: string;
  buyer_id: string;
}

const roomsOf = async (pool: pg.Pool, count: number): Promise<Room[]> => {
  const { rows } = await pool.query<Room>(
    "select distinct on (buyer_id) id, buyer_id from chat_rooms order by buyer_id limit $1",
    [count],
  );
  return rows;
};

/** Each client polls the list and one room every three seconds, naming its versions; now and then a message is sent. */
export const measurePolls = async ({ pool, product }: { pool: pg.Pool; product: string }): Promise<void> => {
  const rooms = await roomsOf(pool, clients);
  const cookieOf = await signIn(
    pool,
    rooms.map(({ buyer_id }) => buyer_id),
  );
  const waits: number[] = [];
  let unchanged = 0;
  const until = performance.now() + pollSeconds * 1_000;
  const watch = async ({ id, buyer_id }: Room, at: number): Promise<void> => {
    const headers = { cookie: cookieOf(buyer_id) };
    const message = chats.messages.path.replace(":roomId", id);
    const tags = new Map<string, string>();
    await sleep((at / rooms.length) * pollIntervals.chatMessages);
    for (let round = 0; performance.now() < until; round += 1) {
      for (const path of [chats.rooms.path, message]) {
        const started = performance.now();
        // Plain requests, as from a browser: the client is the app's.
        const answer = await globalThis.fetch(product + path, {
          headers: { ...headers, "if-none-match": tags.get(path) ?? "" },
        });
        await answer.arrayBuffer();
        if (round > 0) {
          waits.push(performance.now() - started);
          if (answer.status === 304) unchanged += 1;
        }
        tags.set(path, answer.headers.get("etag") ?? "");
      }
      if (at % 20 === 0 && round === 1) {
        await globalThis.fetch(product + message, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify({ message: "안녕하세요" }),
        });
      }
      await sleep(pollIntervals.chatMessages);
    }
  };
  await Promise.all(rooms.map(watch));
  const detail = `p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms, ${waits.length} polls`;
  judge(`${rooms.length} clients polling, share of 304`, unchanged / waits.length, { min: 0.95, detail });
};

/** The server's cost of a thousand open streams that have all been sent something. */
export const measureStreams = async ({
  pool,
  product,
  memoryOf,
}: {
  pool: pg.Pool;
  product: string;
  memoryOf: () => Promise<number>;
}): Promise<void> => {
  const rooms = await roomsOf(pool, people);
  const cookieOf = await signIn(
    pool,
    rooms.map(({ buyer_id }) => buyer_id),
  );
  const before = await memoryOf();
  const leaving = new AbortController();
  let told = 0;
  const listen = async ({ buyer_id }: Room): Promise<void> => {
    const answer = await globalThis.fetch(product + events.stream.path, {
      headers: { cookie: cookieOf(buyer_id) },
      signal: leaving.signal,
    });
    const read = async () => {
      for await (const bytes of answer.body ?? []) if (Buffer.from(bytes).includes("event:")) told += 1;
    };
    read().catch(() => undefined);
  };
  for (let each = 0; each < streamsEach; each += 1) await Promise.all(rooms.map(listen));
  const count = rooms.length * streamsEach;
  const started = performance.now();
  await Promise.all(
    rooms.map(({ id, buyer_id }) =>
      globalThis.fetch(product + chats.send.path.replace(":roomId", id), {
        method: "POST",
        headers: { cookie: cookieOf(buyer_id), "content-type": "application/json" },
        body: JSON.stringify({ message: "안녕하세요" }),
      }),
    ),
  );
  while (told < count && performance.now() - started < 10_000) await sleep(10);
  const took = (performance.now() - started) / 1_000;
  say(`${count} open streams: +${((await memoryOf()) - before).toFixed(0)} MB`);
  judge(`${told} of ${count} streams told of ${rooms.length} messages`, told < count ? Number.NaN : took, {
    max: 1,
    unit: " s",
  });
  leaving.abort();
};
