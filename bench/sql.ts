// What the statements cost in PostgreSQL itself, asked by one client that has prepared them.
import { readFile } from "node:fs/promises";
import { escapeLiteral } from "pg";
import type pg from "pg";
import { searches, type Size } from "./fill.ts";
import { judge, median, quantile, say } from "./report.ts";
import type { Reader } from "../packages/server/src/database/reads.ts";
import {
  findSubject,
  hotReads,
  runCounts,
  runSearch,
  type AskedSearch,
  type Statement,
} from "./statements.ts";

/** Milliseconds of one run. */
const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};
const prepared = (client: pg.ClientBase, name: string, statement: Statement) => () =>
  client.query({ name, ...statement });

/** Milliseconds of the client's PostgreSQL process on a core; NaN where the system does not tell. */
const onCore = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const told = await readFile(`/proc/${rows[0]?.pid ?? 0}/schedstat`, "utf8").catch(() => "");
  return Number(told.split(" ")[0] === "" ? Number.NaN : told.split(" ")[0]) / 1e6;
};

interface Sample {
  taken: number[];
  /** Milliseconds on a core of one run, in the mean: what it costs, however busy the machine is. */
  core: number;
}

const sample = async (
  client: pg.ClientBase,
  read: () => Promise<unknown>,
  times: number,
): Promise<Sample> => {
  // The first runs plan, and bring the pages in.
  for (let run = 0; run < 10; run += 1) await timeOf(read);
  const before = await onCore(client);
  const taken: number[] = [];
  for (let run = 0; run < times; run += 1) taken.push(await timeOf(read));
  return { taken, core: ((await onCore(client)) - before) / times };
};

const coreText = (core: number): string => (Number.isNaN(core) ? "" : `${core.toFixed(2)} ms on a core`);

const inRandomOrder = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** What PostgreSQL itself says of a search: milliseconds and pages of all its statements, and those of the dearest one. */
interface Explained {
  ms: number;
  pages: number;
  statements: number;
  dearest: number;
}

/** A value of a statement as it is written in one. */
const literalOf = (value: unknown): string => {
  const quoted = (item: unknown) => `"${String(item).replace(/["\\]/g, String.raw`\$&`)}"`;
  return escapeLiteral(Array.isArray(value) ? `{${value.map(quoted).join(",")}}` : String(value));
};

/** Runs a search with each of its statements explained; plans of the connection are those of the named statements. */
const explain = async (
  client: pg.ClientBase,
  run: (reader: Reader) => Promise<unknown>,
): Promise<Explained> => {
  const told = { ms: 0, pages: 0, statements: 0, dearest: 0 };
  await run({
    query: async (statement) => {
      const { text, values } = statement;
      // Prepared, as the product has them: the plan of a statement with its values in it is another one.
      const given = (values ?? []).map(literalOf);
      // Some are asked at once.
      const name = `explained_${told.statements}`;
      told.statements += 1;
      await client.query(`prepare ${name} as ${text}`);
      const { rows } = await client.query<{ "QUERY PLAN": ExplainedPlan[] }>(
        `explain (analyze, buffers, timing off, format json) execute ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}`,
      );
      await client.query(`deallocate ${name}`);
      const plan = rows[0]?.["QUERY PLAN"][0];
      const ms = plan?.["Execution Time"] ?? Number.NaN;
      told.ms += ms;
      told.pages += (plan?.Plan["Shared Hit Blocks"] ?? 0) + (plan?.Plan["Shared Read Blocks"] ?? 0);
      told.dearest = Math.max(told.dearest, ms);
      return client.query(statement);
    },
  });
  return told;
};
interface ExplainedPlan {
  "Execution Time": number;
  Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
}

/** Names a search in a line. */
const nameOf = ({ query, filters, sort }: AskedSearch): string =>
  [
    query || "(no words)",
    ...Object.entries(filters ?? {}).map(([name, value]) => `${name}=${String(value)}`),
    sort,
  ]
    .filter(Boolean)
    .join(" ");

/**
 * The search by itself: of all words, the one that takes longest. Each has a connection of its own, and no fixed place:
 * a connection that has searched before may plan by the words of then.
 */
export const measureSearch = async (pool: pg.Pool, times: number): Promise<void> => {
  const constant = await pool.connect();
  const { taken } = await sample(
    constant,
    () => constant.query("select count(*) from generate_series(1, 10000)"),
    times,
  );
  constant.release(true);
  say(`       a constant query (counting to 10,000) beside them: p50 ${median(taken).toFixed(1)} ms`);
  for (const [what, some] of Object.entries(searches)) {
    const found: {
      name: string;
      p50: number;
      p99: number;
      core: number;
      told: Explained;
      counted: Explained;
    }[] = [];
    for (const asked of inRandomOrder(some)) {
      const client = await pool.connect();
      try {
        const { taken, core } = await sample(client, () => runSearch(client, asked), times);
        const told = await explain(client, (reader) => runSearch(reader, asked));
        const counted = await explain(client, (reader) => runCounts(reader, asked));
        found.push({
          name: nameOf(asked),
          p50: median(taken),
          p99: quantile(taken, 0.99),
          core,
          told,
          counted,
        });
      } finally {
        client.release(true);
      }
    }
    say(
      `       ${what}: p50 ms (mean on a core; statements, ms and pages told by PostgreSQL; ms and pages of the count)`,
    );
    for (const { name, p50, core, told, counted } of found.toSorted((a, b) => b.told.ms - a.told.ms))
      say(
        `         ${name}: ${p50.toFixed(1)} (${core.toFixed(1)}; ${told.statements}, ${told.ms.toFixed(1)}, ${told.pages}; ${counted.ms.toFixed(1)}, ${counted.pages})`,
      );
    for (const [part, max] of [
      ["p50", 12],
      ["p99", 30],
    ] as const) {
      const worst = found.toSorted((a, b) => b[part] - a[part])[0];
      if (!worst) continue;
      const detail = `${worst.name}, ${coreText(worst.core)}`;
      judge(`${what}, worst ${part}`, worst[part], { max, unit: " ms", detail });
    }
  }
};

/** The other hot reads; their targets are the greater sizes' and hold all the more for lesser ones. */
export const measureReads = async (pool: pg.Pool, times: number): Promise<void> => {
  const client = await pool.connect();
  try {
    for (const [name, statement] of Object.entries(await hotReads(await findSubject(pool)))) {
      const max = name === "rooms" || name === "messages" ? 2 : 1;
      const { taken, core } = await sample(client, prepared(client, name, statement), times);
      judge(`${name} in SQL, p50`, median(taken), { max, unit: " ms", detail: coreText(core) });
    }
  } finally {
    client.release();
  }
};

/** How much dearer each hot read is with many contents than with few, asked in turn. */
export const measureGrowth = async (
  few: { pool: pg.Pool; size: Size },
  many: { pool: pg.Pool; size: Size },
  times: number,
): Promise<void> => {
  const clients = { few: await few.pool.connect(), many: await many.pool.connect() };
  try {
    const reads = {
      few: await hotReads(await findSubject(few.pool)),
      many: await hotReads(await findSubject(many.pool)),
    };
    for (const name of Object.keys(reads.many)) {
      const taken = { few: [] as number[], many: [] as number[] };
      for (let run = -10; run < times; run += 1) {
        for (const side of ["few", "many"] as const) {
          const statement = reads[side][name];
          if (!statement) throw new Error(`no read ${name}`);
          const ms = await timeOf(prepared(clients[side], name, statement));
          if (run >= 0) taken[side].push(ms);
        }
      }
      const [p50Few, p50Many] = [median(taken.few), median(taken.many)];
      judge(`${name}, ${many.size.contents} beside ${few.size.contents} contents`, p50Many / p50Few, {
        max: 1.5,
        unit: " ×",
        detail: `${p50Few.toFixed(2)} ms, ${p50Many.toFixed(2)} ms`,
      });
    }
  } finally {
    clients.few.release();
    clients.many.release();
  }
};
