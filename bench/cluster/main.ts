// What people notice while parts of a cluster fail: Debian's HAProxy with deploy/haproxy.cfg before three servers, a
// PostgreSQL with a streaming standby, an object storage and a payment provider. People browse, buy, chat, upload and
// change prices all the time. Fails where a call fails in spite of its repetitions, where calls are repeated that the
// fault does not concern, and where an acknowledged purchase, message or file is not there once. SECONDS of each part may
// be set; `npm run test:cluster -- kills` runs some parts. SYNCHRONOUS=off shows a lost primary without its protection.
import { setTimeout as sleep } from "node:timers/promises";
import { brokenInvariants } from "../../packages/server/testing/invariants.ts";
import { beginFigures, waitForCalls, type PartFigures } from "./call.ts";
import { startMachines, type Machines } from "./machines.ts";
import { letPeopleIn } from "./people.ts";

const partMs = Number(process.env["SECONDS"] ?? 20) * 1_000;
const serverCount = 3;
const killEveryMs = 2_000;
const reloads = 5;
const hourMs = 60 * 60 * 1_000;
/** Longest time of the whole run: one that hangs leaves nothing behind. */
const maxRunMs = 30 * 60 * 1_000;

const everyKind = ["browse", "buy", "chat", "price", "stream", "upload"] as const;
type Kind = (typeof everyKind)[number];

interface Part {
  run: (machines: Machines) => Promise<unknown>;
  /** Kinds of calls that go on without a repetition. */
  spared?: readonly Kind[];
}

const untilReplicaIsRead = async ({ isReplicaRead }: Machines): Promise<void> => {
  while (!(await isReplicaRead())) await sleep(100);
};

/** Faults by name, in the order in which they come; the last one leaves no standby. */
const parts: Record<string, Part> = {
  quiet: { run: () => sleep(partMs), spared: everyKind },
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
      const places = Array.from({ length: serverCount }, () => Promise.resolve());
      for (let count = 0; count < partMs / killEveryMs; count += 1) {
        const number = count % serverCount;
        // Started again before it is killed again.
        await places[number];
        places[number] = replaceServer(number, "SIGKILL");
        await sleep(killEveryMs);
      }
      await Promise.all(places);
    },
  },
  proxy: {
    run: async ({ proxy }) => {
      for (let count = 0; count < reloads; count += 1) {
        await proxy.reload();
        await sleep(partMs / reloads);
      }
    },
    spared: everyKind,
  },
  "replica-behind": {
    run: async (machines) => {
      await untilReplicaIsRead(machines);
      await machines.database.pause();
      await sleep(partMs);
      await machines.database.resume();
    },
    spared: everyKind,
  },
  "replica-away": {
    run: async (machines) => {
      await untilReplicaIsRead(machines);
      machines.ways.replica.shut();
      await sleep(partMs);
      machines.ways.replica.open();
    },
    spared: everyKind,
  },
  "store-away": {
    run: async ({ ways }) => {
      ways.store.shut();
      // A minute, where the others take twenty seconds.
      await sleep(3 * partMs);
      ways.store.open();
    },
    spared: ["browse", "buy", "chat", "price", "stream"],
  },
  "provider-away": {
    run: async ({ ways }) => {
      ways.provider.shut();
      await sleep(partMs);
      ways.provider.open();
    },
    spared: ["browse", "chat", "price", "stream", "upload"],
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
      if (process.env["SYNCHRONOUS"] !== "off")
        await pool.query("alter system set synchronous_standby_names = '*'");
      await pool.query("select pg_reload_conf()");
      const isStreaming = async () =>
        (await pool.query("select from pg_stat_replication where state = 'streaming'")).rowCount === 1;
      while (!(await isStreaming())) await sleep(100);
      await sleep(partMs / 3);
      const { rows } = await pool.query<{ pid: number }>(
        "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
      );
      // The standby has nothing that would be acknowledged from here on.
      ways.stream?.shut();
      await sleep(1_000);
      ways.primary.shut();
      if (rows[0]) process.kill(rows[0].pid, "SIGKILL");
      await database.promote();
      ways.primary.lead(database.standbyUrl);
      ways.primary.open();
      await sleep((partMs * 2) / 3);
    },
  },
};

const quantile = (times: readonly number[], share: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0);

/** Prints the figures of a part; gives whether all was as it shall be. */
const report = (name: string, figures: PartFigures, spared: readonly Kind[] = []): boolean => {
  const sorted = [...figures].sort(([one], [other]) => one.localeCompare(other));
  process.stdout.write(`\n${name}\n`);
  console.table(
    Object.fromEntries(
      sorted.map(([kind, { tookMs, repeated, failed }]) => [
        kind,
        {
          ...{ calls: tookMs.length, repeated, failed: failed.length },
          ...{ "p50 ms": quantile(tookMs, 0.5), "p99 ms": quantile(tookMs, 0.99) },
        },
      ]),
    ),
  );
  for (const [, { reasons, failed }] of sorted) {
    for (const reason of [...reasons].slice(0, 4)) process.stdout.write(`  repeated: ${reason}\n`);
    for (const reason of failed.slice(0, 4)) process.stdout.write(`  failed: ${reason}\n`);
  }
  const isSpared = (kind: Kind): boolean => {
    const noted = figures.get(kind);
    return noted !== undefined && noted.repeated === 0 && noted.tookMs.length > 0;
  };
  return sorted.every(([, { failed }]) => failed.length === 0) && spared.every(isSpared);
};

/** Whether the proxy gives a file of the app itself once it has it. */
const keepsAssets = async (site: string): Promise<boolean> => {
  const page = await (await fetch(`${site}/market`)).text();
  const [path = ""] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  await (await fetch(site + path)).arrayBuffer();
  return (await fetch(site + path)).headers.has("age");
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0 || !(partMs > 0)) {
  process.stderr.write(`parts are ${Object.keys(parts).join(", ")}; SECONDS is a positive number\n`);
  process.exit(1);
}
const machines = await startMachines(serverCount);
const abandon = (): void => {
  void machines.stop().then(() => process.exit(1));
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, abandon);
setTimeout(abandon, maxRunMs).unref();

let isWell = true;
try {
  const people = await letPeopleIn(machines);
  const counted: [name: string, figures: PartFigures, spared?: readonly Kind[]][] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stdout.write(`${name} …\n`);
    counted.push([name, beginFigures(), part.spared]);
    // Calls that began before are counted there, and end before the fault.
    await waitForCalls();
    await part.run(machines);
    await waitForCalls();
  }
  const left = await people.leave();
  for (const [name, figures, spared] of counted) if (!report(name, figures, spared)) isWell = false;
  const invariants = await brokenInvariants(machines.pool);
  const areAssetsKept = await keepsAssets(machines.site);
  const fate = { ...left, "invariants broken": invariants.length, "assets not kept": areAssetsKept ? 0 : 1 };
  console.table(fate);
  if (invariants.length > 0) process.stdout.write(`${JSON.stringify(invariants)}\n`);
  for (const [name, count] of Object.entries(fate))
    if (name.endsWith("acknowledged") ? count === 0 : count > 0) isWell = false;
} finally {
  await machines.stop();
}
process.exit(isWell ? 0 : 1);
