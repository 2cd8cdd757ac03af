import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  buildProduct,
  shiftClock,
  startProgram,
  startServerProcess,
  type ServerProcess,
} from "../../packages/server/testing/process.ts";
import { startPooler } from "../../packages/server/testing/pooler.ts";
import { startS3 } from "../../packages/server/testing/s3.ts";
import { startReplicatedDatabase } from "../../packages/server/testing/standby.ts";
import { findFreePort, openWay, type Way } from "./way.ts";

const metricsToken = "33".repeat(16);
const watcher = { headers: { authorization: `Bearer ${metricsToken}` } };

/** Whether PgBouncer is there, as new as its prepared statements: 1.21. */
const hasPooler = (): boolean => {
  const { stdout } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(stdout) ?? [];
  return Number(minor) >= 21;
};

interface Proxied {
  /** Origins of the product and of the storage. */
  site: string;
  bucketSite: string;
  ports: readonly number[];
  /** Where the storage is. */
  storage: string;
}

/** Starts the proxy with the file that is deployed, without certificates. */
const startProxy = async (folder: string, { site, bucketSite, ports, storage }: Proxied) => {
  const file = join(folder, "haproxy.cfg");
  const deployed = await readFile("deploy/haproxy.cfg", "utf8");
  const bindings = [site, bucketSite].map((url) => `bind 127.0.0.1:${new URL(url).port}`);
  const changed = deployed
    .replace("bind :80", `bind 127.0.0.1:${await findFreePort()}`)
    .replace(/bind :443 .*/, bindings.join("\n\t"))
    .replace(/server\d:3000/g, (name) => `127.0.0.1:${ports[Number(name[6]) - 1]}`)
    .replace("storage:7070", new URL(storage).host);
  await writeFile(file, changed);
  const env = { ...process.env, PUBLIC_URL: site, FILES_HOST: new URL(bucketSite).host };
  const loaded = /Loading success/;
  const haproxy = await startProgram(["haproxy", "-W", "-db", "-f", file], { env, isUp: loaded });
  const countLoads = () => haproxy.output().split(loaded).length;
  return {
    reload: async () => {
      const before = countLoads();
      haproxy.child.kill("SIGUSR2");
      while (countLoads() === before) await sleep(50);
    },
    stop: () => haproxy.kill(),
  };
};

/** Starts all parts; `stop` ends them, also where a start failed half-way. */
export const startMachines = async (serverCount: number) => {
  const folder = await mkdtemp(join(tmpdir(), "knowhow-cluster-"));
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed())
      // One that fails must not leave the others running.
      await Promise.resolve(step()).catch((error: unknown) => {
        process.stderr.write(`not stopped: ${String(error)}\n`);
      });
  };
  try {
    await buildProduct();
    const open = async (target: string): Promise<Way> => {
      const way = await openWay(target);
      closing.push(() => way.close());
      return way;
    };
    let stream: Way | undefined;
    const database = await startReplicatedDatabase(async (primaryUrl) => {
      stream = await open(primaryUrl);
      return stream.url;
    });
    closing.push(() => database.stop());
    const s3 = await startS3();
    closing.push(() => s3.stop());
    const site = `http://localhost:${await findFreePort()}`;
    const provider = `http://localhost:${await findFreePort()}`;
    const bucketSite = `http://localhost:${await findFreePort()}`;
    const ways = {
      primary: await open(database.primaryUrl),
      replica: await open(database.standbyUrl),
      store: await open(s3.settings.endpoint),
      provider: await open(provider),
      stream,
    };
    const ports = await Promise.all(Array.from({ length: serverCount }, findFreePort));
    const pooler = hasPooler()
      ? await startPooler({
          program: "pgbouncer",
          databaseUrl: ways.primary.url,
          port: await findFreePort(),
        })
      : undefined;
    if (pooler) closing.push(() => pooler.stop());
    process.stdout.write(pooler ? "with PgBouncer\n" : "without PgBouncer, which is not on the path\n");
    const env = {
      NODE_ENV: "local",
      LOG_LEVEL: "error",
      PUBLIC_URL: site,
      TRUST_PROXY: "1",
      METRICS_TOKEN: metricsToken,
      // The same for all of them.
      SESSION_SECRET: "22".repeat(32),
      DATA_ENCRYPTION_KEY: "11".repeat(32),
      ...(pooler && {
        DATABASE_URL: pooler.through(ways.primary.url),
        DATABASE_DIRECT_URL: ways.primary.url,
      }),
      DATABASE_READ_URL: ways.replica.url,
      TOSS_API_BASE: `${ways.provider.url}/standin/toss`,
      TOSS_SDK_URL: `${provider}/standin/toss/v2/standard`,
      ...s3.env,
      S3_ENDPOINT: bucketSite,
    };
    const startServer = (number: number, clockAheadMs = 0): Promise<ServerProcess> =>
      startServerProcess(
        { databaseUrl: ways.primary.url, dataDir: join(folder, String(number)) },
        { ...env, PORT: String(ports[number]), ...(clockAheadMs === 0 ? {} : shiftClock(clockAheadMs)) },
      );
    const proxied = { site, bucketSite, ports, storage: ways.store.url };
    const proxy = await startProxy(folder, proxied);
    closing.push(() => proxy.stop());
    const servers: ServerProcess[] = [];
    closing.push(() => Promise.all(servers.map((server) => server.kill("SIGKILL"))));
    for (const number of ports.keys()) servers.push(await startServer(number));
    // Until the proxy has found that they are ready.
    while (!(await fetch(`${site}/readyz`)).ok) await sleep(100);
    const standin = await startProgram(
      [process.execPath, "--import", "tsx", "packages/server/standins/toss/main.ts"],
      {
        env: {
          ...process.env,
          DATABASE_URL: ways.primary.url,
          STANDIN_PORT: new URL(provider).port,
          TOSS_WEBHOOK_URL: `${site}/api/payments/webhook`,
        },
        isUp: /TOSS_SECURITY_KEY/,
      },
    );
    closing.push(() => standin.kill());
    const pool = new pg.Pool({ connectionString: ways.primary.url, max: 4 });
    pool.on("error", () => undefined);
    closing.push(() => pool.end());
    return {
      ...{ site, provider, database, s3, ways, proxy, pool, stop },
      /** Whether every server reads at the replica. */
      isReplicaRead: async (): Promise<boolean> => {
        const texts = await Promise.all(
          ports.map(async (port) => (await fetch(`http://localhost:${port}/metrics`, watcher)).text()),
        );
        return texts.every((text) => /^knowhow_replica_used 1$/m.test(text));
      },
      /** Ends a server by a signal and starts it again on its port, with a clock that may be wrong. */
      replaceServer: async (
        number: number,
        signal: "SIGTERM" | "SIGKILL",
        clockAheadMs?: number,
      ): Promise<void> => {
        await servers[number]?.kill(signal);
        servers[number] = await startServer(number, clockAheadMs);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
export type Machines = Awaited<ReturnType<typeof startMachines>>;
