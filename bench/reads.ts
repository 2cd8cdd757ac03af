// `npm run bench`: hot reads as a visitor, as a ratio to the limit server in the same run. SECONDS and ROWS may be set.
import autocannon from "autocannon";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbeddedDatabase } from "../packages/server/src/database/embedded.ts";
import { startServerProcess } from "../packages/server/src/testing/process.ts";

const seconds = Number(process.env["SECONDS"] ?? 5);
const rows = Number(process.env["ROWS"] ?? 10_000);
const rounds = 3;

const dataDir = await mkdtemp(join(tmpdir(), "knowhow-bench-"));
// The server runs in a process of its own, as the limit server does; this one only sends the load.
const server = await startServerProcess(undefined, { NODE_ENV: "local", DATA_DIR: dataDir });
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const pool = new pg.Pool({ connectionString: database.url });

const fill = async () => {
  await pool.query(
    `insert into users (name, user_id, nickname, email, password, phone_number)
     select '홍길동', 'mentor' || i, '멘토' || i, 'mentor' || i || '@example.com', '-', '01000000000'
     from generate_series(1, 100) i`,
  );
  await pool.query(
    `insert into contents (title, description, category, price, file_urls, file_names, seller_id, upload_time,
       likes_count, purchases_count, view_count)
     select '주식 투자 노트 ' || i, repeat('설명 ', 60), (array['stock', 'cooking', 'music', 'language'])[i % 4 + 1], 10000,
       array['/objects/uploads/x'], array['파일.pdf'], (select id from users order by id offset i % 100 limit 1),
       now() - i * interval '1 minute', i * 7 % 100, i * 13 % 200, i * 31 % 5000
     from generate_series(1, $1::int) i`,
    [rows],
  );
  await pool.query("analyze");
};

const measure = async (url: string): Promise<number> =>
  (await autocannon({ url, connections: 16, duration: seconds })).requests.average;

try {
  await fill();
  const raw = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL("raw.ts", import.meta.url)), database.url],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [port] = (await once(raw.stdout, "data")) as [Buffer]; // The first chunk is the line with the port.
  const limit = `http://127.0.0.1:${port.toString().trim()}`;
  const pairs = [
    ["list", `${limit}/list`, `${server.url}/api/contents`],
    ["category", `${limit}/category`, `${server.url}/api/contents/category/stock`],
    ["popular", `${limit}/popular`, `${server.url}/api/contents/popular`],
  ] as const;
  process.stdout.write(`${rows} contents, 16 connections, ${seconds} s each, ${rounds} rounds in turn\n`);
  for (const [name, rawUrl, ourUrl] of pairs) {
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [limitRate, rate] = [await measure(rawUrl), await measure(ourUrl)];
      ratios.push(rate / limitRate);
      process.stdout.write(`  ${name}: limit ${limitRate.toFixed(0)}/s, ours ${rate.toFixed(0)}/s\n`);
    }
    const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    process.stdout.write(`${name}: ${median.toFixed(2)} of the limit\n`);
  }
  raw.kill();
} finally {
  await pool.end();
  await server.kill();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
