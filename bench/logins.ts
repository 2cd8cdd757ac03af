// What signing in costs others: reads while 200 people sign in at once, beside the same reads in peace. And what it
// tells strangers: how long an account that exists takes, beside one that does not. SECONDS may be set.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accounts, contents, health } from "@knowhow/shared";
import pg from "pg";
import { hashPassword } from "../packages/server/src/features/accounts/passwords.ts";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { TestClient } from "../packages/server/testing/client.ts";
import { buildProduct, startServerProcess } from "../packages/server/testing/process.ts";
import { judge, median, quantile, say, sumUp } from "./report.ts";

const seconds = Number(process.env["SECONDS"] ?? 10);
const rounds = 3;
const people = 200;
const readEveryMs = 25;
const password = "Logins!2026";
/** Milliseconds that a read may take while others sign in, and by which an account may tell that it is there. */
const maxReadMs = 300;
const maxGapMs = 10;

const dataDir = await mkdtemp(join(tmpdir(), "knowhow-logins-"));
await buildProduct();
const server = await startServerProcess(undefined, { NODE_ENV: "local", DATA_DIR: dataDir });
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const pool = new pg.Pool({ connectionString: database.url });

const fill = async (): Promise<void> => {
  await pool.query(
    `insert into users (name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     select '홍길동', 'person' || i, 'person' || i, '사람' || i, '사람' || i, 'person' || i || '@example.com', $1, '01000000000'
     from generate_series(1, $2::int) i`,
    [await hashPassword(password), 2 * people],
  );
  await pool.query(
    `insert into contents (title, description, category, price, file_urls, file_names, seller_id)
     select '주식 투자 노트 ' || i, repeat('설명 ', 60), 'stock', 10000, '{/objects/uploads/x}', '{파일.pdf}',
       (select id from users order by id offset i % 10 limit 1)
     from generate_series(1, 1000) i`,
  );
  await pool.query("analyze");
};

const login = async (emailOrUserId: string, given: string): Promise<{ status: number; ms: number }> => {
  const begun = performance.now();
  const { status } = await new TestClient(server.url).post(accounts.login.path, {
    emailOrUserId,
    password: given,
  });
  return { status, ms: performance.now() - begun };
};

/** Reads at a fixed pace while something is done; how long each took from the moment it was due. */
const readDuring = async (work: () => Promise<unknown>): Promise<number[]> => {
  const client = new TestClient(server.url);
  await client.post(accounts.login.path, { emailOrUserId: "person400", password });
  const { rows } = await pool.query<{ id: string }>("select id from contents limit 1");
  const paths = [
    contents.list.path,
    `${contents.get.path.replace(":id", rows[0]?.id ?? "")}?peek=1`,
    accounts.me.path,
    contents.mine.path,
    health.ready.path,
  ];
  const times: number[] = [];
  const running: Promise<unknown>[] = [];
  const begun = performance.now();
  const state = { isOver: false };
  const done = work().finally(() => {
    state.isOver = true;
  });
  for (let turn = 0; !state.isOver; turn += 1) {
    const due = begun + turn * readEveryMs;
    await sleep(Math.max(0, due - performance.now()));
    const read = client.get(paths[turn % paths.length] ?? "/").then(({ status }) => {
      if (status !== 200) throw new Error(`a read was answered ${status}`);
      times.push(performance.now() - due);
    });
    running.push(read);
  }
  await Promise.all([done, ...running]);
  return times;
};

/** All sign in at once, again and again until the time is over. */
const storm = async (answers: { status: number; ms: number }[]): Promise<void> => {
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const all = Array.from({ length: people }, (_, index) => login(`person${index + 1}`, password));
    answers.push(...(await Promise.all(all)));
  }
};

try {
  await fill();
  const found: { peace: number; storm: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers: { status: number; ms: number }[] = [];
    const peace = quantile(await readDuring(() => sleep(seconds * 1_000)), 0.95);
    const stormy = quantile(await readDuring(() => storm(answers)), 0.95);
    found.push({ peace, storm: stormy });
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    const admitted = answers.filter(({ status }) => status === 200).map(({ ms }) => ms);
    say(
      `  reads: p95 ${peace.toFixed(0)} ms in peace, ${stormy.toFixed(0)} ms in the storm; sign-ins: ${count(200)} let in` +
        ` (p95 ${quantile(admitted, 0.95).toFixed(0)} ms), ${count(503)} told to come again`,
    );
    if (count(200) + count(503) !== answers.length) throw new Error("a sign-in was answered otherwise");
  }
  const slowest = median(found.map(({ storm: ms }) => ms));
  judge("p95 of reads while 200 sign in at once", slowest, {
    max: maxReadMs,
    unit: " ms",
    detail: `${median(found.map(({ peace, storm: ms }) => ms / peace)).toFixed(1)} times that in peace`,
  });

  // A try each, so that no lock comes into it; in turn, so that a busy moment meets both.
  const times = { there: [] as number[], notThere: [] as number[] };
  for (let index = 1; index <= people; index += 1) {
    const tries = [
      async () => times.there.push((await login(`person${people + index}`, "Wrong!2026")).ms),
      async () => times.notThere.push((await login(`nobody${people + index}`, "Wrong!2026")).ms),
    ];
    for (const one of index % 2 === 0 ? tries : tries.toReversed()) await one();
  }
  const gap = Math.abs(median(times.there) - median(times.notThere));
  judge("gap between accounts there and not there", gap, {
    max: maxGapMs,
    unit: " ms",
    detail: `medians ${median(times.there).toFixed(1)} and ${median(times.notThere).toFixed(1)} ms of ${people} each`,
  });
  sumUp();
  if (slowest > maxReadMs || gap > maxGapMs) process.exitCode = 1;
} finally {
  await pool.end();
  await server.kill();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
