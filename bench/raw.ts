// The limit server: node:http, pg and the same prepared statement; nothing else. Prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 12 });
const columns = `c.id, c.title, c.description, c.category, c.price, c.view_count, c.likes_count, c.purchases_count,
  c.file_names, c.preview_image_urls, c.upload_time, c.updated_at, u.nickname`;
const from = (inner: string) => `select coalesce(json_agg(t), '[]')::text as body from
  (select ${columns} from (select * from contents where is_listed ${inner}) c join users u on u.id = c.seller_id) t`;

const statements: Record<string, { text: string; values: unknown[] }> = {
  "/list": { text: from("order by upload_time desc, id desc limit 20"), values: [] },
  "/category": {
    text: from("and category = $1 order by upload_time desc, id desc limit 20"),
    values: ["stock"],
  },
  "/popular": {
    text: from(
      "order by likes_count desc, purchases_count desc, view_count desc, upload_time desc, id desc limit 10",
    ),
    values: [],
  },
};

const server = createServer((request, response) => {
  const statement = statements[request.url ?? ""];
  if (!statement) {
    response.writeHead(404).end();
    return;
  }
  pool.query<{ body: string }>({ name: request.url, ...statement }).then(
    ({ rows }) => response.writeHead(200, { "content-type": "application/json" }).end(rows[0]?.body),
    () => response.writeHead(500).end(),
  );
});
server.listen(0, () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`)); // A listening server has one.
