// The limit server: node:http, pg and prepared statements whose JSON PostgreSQL makes; nothing else. Given the database
// and the reads to answer by their paths, and the number of processes; prints its port.
import cluster from "node:cluster";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { readingOptions } from "../packages/server/src/database/knex.ts";
import type { Statement } from "./statements.ts";

const [, , databaseUrl, given = "{}", processes = "1"] = process.argv;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12, options: readingOptions.join(" ") });
const reads = JSON.parse(given) as Record<string, Statement>; // Written by the one who starts this.
const constant = Buffer.from(JSON.stringify("상".repeat(2_000)));

// The rows of the product's calls, each in the one statement that is the least that writes them.
const writes: Record<string, string> = {
  "/like": /* sql */ `
    with liked as (insert into content_likes (user_id, content_id) values ($1, $2)
                   on conflict do nothing returning content_id)
    update contents set likes_count = likes_count + 1 where id = (select content_id from liked)
    returning json_build_object('likesCount', likes_count)::text as body`,
  "/unlike": /* sql */ `
    with gone as (delete from content_likes where user_id = $1 and content_id = $2 returning content_id)
    update contents set likes_count = likes_count - 1 where id = (select content_id from gone)
    returning json_build_object('likesCount', likes_count)::text as body`,
  "/message": /* sql */ `
    with sent as (insert into chat_messages (chat_room_id, sender_id, message) values ($1, $2, '안녕하세요') returning *)
    update chat_rooms r set last_message_id = sent.id, last_message_at = sent.created_at,
      seller_unread = seller_unread + 1
    from sent where r.id = sent.chat_room_id
    returning row_to_json(sent)::text as body`,
  "/order": /* sql */ `
    insert into orders (buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount, title,
      category, mentor_nickname)
    select $1, c.id, c.seller_id, 'RAW-' || gen_random_uuid(), 10000, 10500, 500, 9500, c.title, c.category, u.nickname
    from contents c join users u on u.id = c.seller_id where c.id = $2
    returning row_to_json(orders)::text as body`,
};

const statementOf = (url: string): { name: string; text: string; values: unknown[] } | undefined => {
  const [path = "", first, second] = url.split("|");
  const write = writes[path];
  if (write) return { name: path, text: write, values: [first, second] };
  const read = reads[path];
  if (!read) return undefined;
  const text = `select coalesce(json_agg(t.entry), '[]')::text as body from (${read.text}) t (entry)`;
  return { name: path, text, values: read.values };
};

const server = createServer((request, response) => {
  const url = decodeURIComponent(request.url ?? "");
  const headers = { "content-type": "application/json" };
  if (url === "/constant") {
    response.writeHead(200, headers).end(constant);
    return;
  }
  const statement = statementOf(url);
  if (!statement) {
    response.writeHead(404).end();
    return;
  }
  pool.query<{ body: string }>(statement).then(
    ({ rows }) => response.writeHead(200, headers).end(rows[0]?.body),
    () => response.writeHead(500).end(),
  );
});
if (cluster.isPrimary && processes !== "1") {
  for (let index = 0; index < Number(processes); index += 1) cluster.fork();
  let listening = 0;
  cluster.on("listening", (_, { port }) => {
    listening += 1;
    if (listening === Number(processes)) process.stdout.write(`${port}\n`);
  });
  // Its parts end with the connection to it.
  process.once("SIGTERM", () => process.exit());
} else {
  server.listen(0, () => {
    // A listening server has an address with a port.
    if (cluster.isPrimary) process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}
