// What people notice while parts of a cluster fail: Debian's Caddy with deploy/Caddyfile before three servers, a
// PostgreSQL with a streaming standby, an object storage and a payment provider. People browse, buy, chat and upload all
// the time and repeat calls as the app does. Fails where a call failed in spite of that, or an acknowledged purchase,
// message or file is not there once. SECONDS of each part may be set; `npm run test:cluster -- kills` runs some parts.
import { setTimeout as sleep } from "node:timers/promises";
import { brokenInvariants } from "../../packages/server/testing/invariants.ts";
import { takeFigures } from "./call.ts";
import { startMachines, type Machines } from "./machines.ts";
import { letPeopleIn } from "./people.ts";

const partMs = Number(process.env["SECONDS"] ?? 20) * 1_000;
const serverCount = 3;
const killEveryMs = 2_000;
const reloads = 5;
const hourMs = 60 * 60 * 1_000;

interface Part {
  run: (machines: Machines) => Promise<unknown>;
  /** Kinds of calls that must not notice: none is repeated. */
  spared?: readonly string[];
}

/** Faults by name, in the order in which they come; the last one leaves no standby. */
const parts: Record<string, Part> = {
  quiet: { run: () => sleep(partMs), spared: ["browse", "buy", "chat", "upload"] },
  restarts: {
    run: async ({ replaceServer }) => {
      for (let number = 0; number < serverCount; number += 1) {
        await replaceServer(number, "SIGTERM");
        await sleep(partMs / serverCount);
      }
    },
  },
  kills: {
    run: async ({ replaceServer }) => {
      const until = performance.now() + partMs;
      for (let number = 0; performance.now() < until; number = (number + 1) % serverCount) {
        await replaceServer(number, "SIGKILL");
        await sleep(killEveryMs);
      }
    },
  },
  proxy: {
    run: async ({ proxy }) => {
      for (let count = 0; count < reloads; count += 1) {
        await proxy.reload();
        await sleep(partMs / reloads);
      }
    },
  },
  "replica-behind": {
    run: async ({ database }) => {
      await database.pause();
      await sleep(partMs);
      await database.resume();
    },
    spared: ["browse", "buy", "chat", "upload"],
  },
  "replica-away": {
    run: async ({ ways }) => {
      ways.replica.shut();
      await sleep(partMs);
      ways.replica.open();
    },
    spared: ["browse", "buy", "chat", "upload"],
  },
  "store-away": {
    run: async ({ ways }) => {
      ways.store.shut();
      await sleep(partMs);
      ways.store.open();
    },
    spared: ["browse", "buy", "chat"],
  },
  "provider-away": {
    run: async ({ ways }) => {
      ways.provider.shut();
      await sleep(partMs);
      ways.provider.open();
    },
    spared: ["browse", "chat", "upload"],
  },
  clocks: {
    run: async ({ replaceServer }) => {
      await replaceServer(1, "SIGTERM", hourMs);
      await replaceServer(2, "SIGTERM", -hourMs);
      await sleep(partMs);
      for (const number of [1, 2]) await replaceServer(number, "SIGTERM");
    },
  },
  "primary-lost": {
    run: async ({ database, ways, pool }) => {
      // The last moments of a primary are nowhere else without it.
      await pool.query("alter system set synchronous_standby_names = '*'");
      await pool.query("select pg_reload_conf()");
      const isSynchronous = async () =>
        (await pool.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount === 1;
      while (!(await isSynchronous())) await sleep(100);
      await sleep(partMs / 3);
      const { rows } = await pool.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
      ways.primary.shut();
      process.kill(Number(rows[0]?.file.split("\n")[0]), "SIGKILL");
      await database.promote();
      ways.primary.lead(database.standbyUrl);
      ways.primary.open();
      await sleep((partMs * 2) / 3);
    },
  },
};

const quantile = (times: readonly number[], share: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0);

/** Prints the figures since the last time; gives the number of calls that failed, or were repeated where none should be. */
const report = (name: string, spared: readonly string[] = []): number => {
  const figures = [...takeFigures()].sort(([one], [other]) => one.localeCompare(other));
  process.stdout.write(`\n${name}\n`);
  console.table(
    Object.fromEntries(
      figures.map(([kind, { tookMs, repeated, failed }]) => [
        kind,
        {
          ...{ calls: tookMs.length, repeated, failed: failed.length },
          ...{ "p50 ms": quantile(tookMs, 0.5), "p99 ms": quantile(tookMs, 0.99) },
        },
      ]),
    ),
  );
  for (const [, { reasons, failed }] of figures) {
    for (const reason of [...reasons].slice(0, 4)) process.stdout.write(`  repeated: ${reason}\n`);
    for (const reason of failed.slice(0, 4)) process.stdout.write(`  failed: ${reason}\n`);
  }
  return figures.reduce(
    (sum, [kind, { failed, repeated }]) => sum + failed.length + (spared.includes(kind) ? repeated : 0),
    0,
  );
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}\n`);
  process.exit(1);
}
const machines = await startMachines(serverCount);
let isWell = true;
try {
  const people = await letPeopleIn(machines);
  takeFigures();
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await part.run(machines);
    // What waited for its end is counted with it.
    await sleep(2_000);
    if (report(name, part.spared) > 0) isWell = false;
  }
  const fate = {
    ...(await people.leave()),
    "invariants broken": (await brokenInvariants(machines.pool)).length,
  };
  if (report("afterwards") > 0) isWell = false;
  console.table(fate);
  for (const [name, count] of Object.entries(fate))
    if (name.endsWith("acknowledged") ? count === 0 : count > 0) isWell = false;
} finally {
  await machines.stop();
}
process.exit(isWell ? 0 : 1);
