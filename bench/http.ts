// Reads, polls and writes over HTTP, each beside the limit server.
import { amountsOf, chats, contents, search, likes, orders } from "@knowhow/shared";
import type pg from "pg";
import { compare } from "./load.ts";
import { signIn } from "./people.ts";
import { findSubject, hotReads, searchStatement, type Statement } from "./statements.ts";

const searched = "주식";
const price = 10_000;

/** What the limit server has to answer, by path. */
export const limitReads = async (pool: pg.Pool): Promise<Record<string, Statement>> => {
  const reads = { ...(await hotReads(await findSubject(pool))), search: await searchStatement(searched) };
  return Object.fromEntries(Object.entries(reads).map(([name, statement]) => [`/${name}`, statement]));
};

interface Sides {
  pool: pg.Pool;
  /** Origins of the product and of the limit server. */
  product: string;
  limit: string;
  seconds: number;
  rounds: number;
}

const pathOf = ({ path }: { path: string }, values: Record<string, string> = {}): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

/** Reads, and polls that find nothing new. */
export const measureHttpReads = async ({ pool, product, limit, seconds, rounds }: Sides): Promise<void> => {
  const { buyerId, contentId, roomId, deepCursor } = await findSubject(pool);
  const cookie = (await signIn(pool, [buyerId]))(buyerId);
  const deep = Buffer.from(JSON.stringify(deepCursor)).toString("base64url");
  const addresses = {
    list: pathOf(contents.list),
    category: pathOf(contents.category, { category: "stock" }),
    popular: pathOf(contents.popular),
    one: `${pathOf(contents.get, { id: contentId })}?peek=1`,
    "page 10,000": `${pathOf(contents.list)}?cursor=${deep}`,
    search: pathOf(search.list, { query: searched }),
    rooms: pathOf(chats.rooms),
    messages: `${pathOf(chats.messages, { roomId })}?peek=1`,
  };
  const readsOf = async (viewer: string, names: readonly (keyof typeof addresses)[], min: number) => {
    const headers: Record<string, string> = viewer === "member" ? { cookie } : {};
    for (const name of names) {
      await compare(
        `${name}, ${viewer}`,
        {
          product: { url: `${product}${addresses[name]}`, headers },
          limit: { url: `${limit}/${encodeURIComponent(name)}` },
        },
        { min, seconds, rounds },
      );
    }
  };
  await readsOf("visitor", ["list", "category", "popular", "one"], 2);
  await readsOf("member", ["list", "category", "popular", "one"], 0.8);
  await readsOf("visitor", ["page 10,000", "search"], 0.7);
  await readsOf("member", ["page 10,000", "search", "rooms", "messages"], 0.7);

  for (const [what, path, headers] of [
    ["idle poll of the market, visitor", addresses.list, {}],
    ["idle poll of a room, member", addresses.messages, { cookie }],
  ] as const) {
    // Plain requests from outside: the client is the app's.
    const answer = await globalThis.fetch(`${product}${path}`, { headers });
    const tag = answer.headers.get("etag") ?? "";
    await compare(
      what,
      {
        product: { url: `${product}${path}`, headers: { ...headers, "if-none-match": tag }, status: 304 },
        limit: { url: `${limit}/constant` },
      },
      { min: 0.5, seconds, rounds },
    );
  }
};

/** Writes with all their rules, beside statements that do nothing but write the same rows. */
export const measureHttpWrites = async ({ pool, product, limit, seconds, rounds }: Sides): Promise<void> => {
  const { rows: pairs } = await pool.query<{ buyer_id: string; content_id: string }>(
    "select buyer_id, content_id from orders where status = 'paid' order by created_at desc limit 900",
  );
  const { rows: offers } = await pool.query<{ id: string }>(
    "select id from contents where is_listed order by upload_time limit 200",
  );
  const cookieOf = await signIn(pool, [...new Set(pairs.map(({ buyer_id }) => buyer_id))]);
  const pairAt = (index: number) => {
    const pair = pairs[index % pairs.length];
    if (!pair) throw new Error("nobody bought anything");
    // All are liked once before any is unliked.
    return { ...pair, isLike: Math.floor(index / pairs.length) % 2 === 0 };
  };
  const limitPath = (write: string, first: string, second: string) =>
    encodeURI(`${write}|${first}|${second}`);

  await compare(
    "like",
    {
      before: () => pool.query("truncate content_likes"),
      product: {
        url: product,
        requestOf: (index) => {
          const { buyer_id, content_id, isLike } = pairAt(index);
          const { method } = isLike ? likes.add : likes.remove;
          return {
            method,
            path: pathOf(likes.add, { id: content_id }),
            headers: { cookie: cookieOf(buyer_id) },
          };
        },
      },
      limit: {
        url: limit,
        requestOf: (index) => {
          const { buyer_id, content_id, isLike } = pairAt(index);
          return { method: "POST", path: limitPath(isLike ? "/like" : "/unlike", buyer_id, content_id) };
        },
      },
    },
    { min: 0.5, seconds, rounds },
  );

  const { buyerFee, totalAmount } = amountsOf(price);
  const offerAt = (index: number): string => offers[index % offers.length]?.id ?? "";
  await compare(
    "order",
    {
      product: {
        url: product,
        status: orders.create.status,
        requestOf: (index) => ({
          method: "POST",
          path: pathOf(orders.create),
          headers: { cookie: cookieOf(pairAt(index).buyer_id), "content-type": "application/json" },
          body: JSON.stringify({
            contentId: offerAt(index),
            originalPrice: price,
            platformFee: buyerFee,
            totalAmount,
          }),
        }),
      },
      limit: {
        url: limit,
        requestOf: (index) => ({
          method: "POST",
          path: limitPath("/order", pairAt(index).buyer_id, offerAt(index)),
        }),
      },
    },
    { min: 0.5, seconds, rounds },
  );

  const { rows: rooms } = await pool.query<{ id: string; buyer_id: string }>(
    "select id, buyer_id from chat_rooms where buyer_id = any($1) limit 500",
    [pairs.map(({ buyer_id }) => buyer_id)],
  );
  const roomAt = (index: number) => {
    const room = rooms[index % rooms.length];
    if (!room) throw new Error("nobody has a room");
    return room;
  };
  await compare(
    "message",
    {
      product: {
        url: product,
        status: chats.send.status,
        requestOf: (index) => {
          const { id, buyer_id } = roomAt(index);
          return {
            method: "POST",
            path: pathOf(chats.send, { roomId: id }),
            headers: { cookie: cookieOf(buyer_id), "content-type": "application/json" },
            body: JSON.stringify({ message: "안녕하세요" }),
          };
        },
      },
      limit: {
        url: limit,
        requestOf: (index) => {
          const { id, buyer_id } = roomAt(index);
          return { method: "POST", path: limitPath("/message", id, buyer_id) };
        },
      },
    },
    { min: 0.5, seconds, rounds },
  );
};
