import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedDatabase } from "./embedded.ts";
import type { EmbeddedDatabase } from "./embedded.ts";
import { run } from "./embedded/process.ts";
import { end, eventually, isPostmaster, otherServer, postmasterPid, query } from "./embedded/test-support.ts";
import type { OtherServer } from "./embedded/test-support.ts";

/** Between tries to take a port: PostgreSQL, which wants it back, is to come too late. */
const betweenTriesMs = 1;
const settings = { fsync: "off" };
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);
const databases: EmbeddedDatabase[] = [];
const others: OtherServer[] = [];
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(await realpath(tmpdir()), "knowhow test 노하우-"));
  await chmod(scratch, 0o755);
});

afterEach(async () => {
  for (const other of others.splice(0)) await end(other, "SIGKILL");
  for (const database of databases.splice(0)) await database.stop();
  lines.length = 0;
});

afterAll(async () => rm(scratch, { recursive: true, force: true }));

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, log, settings });
  databases.push(database);
  return database;
}

async function startOther(dataDir: string): Promise<OtherServer> {
  const other = await otherServer(dataDir);
  others.push(other);
  return other;
}

/** What a data folder holds of clusters; programs stand beside them when PostgreSQL's own folder can not be entered. */
async function clustersIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !/^postgres-[\d.]+(-\w+[.\d]*)?$/.test(name)).sort();
}

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

describe("one data folder, from its first start on", () => {
  const folder = (): string => join(scratch, "one", ".data");

  it("makes a database of PostgreSQL 18 in UTF-8 that only its password opens", async () => {
    const { url } = await start(folder());
    const [row] = await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as major, current_user as role,
        current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
        current_setting('listen_addresses') as addresses, upper('é') as upper,
        current_setting('unix_socket_directories') as sockets, current_setting('max_connections') as connections
        from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      major: 18,
      role: "knowhow",
      name: "knowhow",
      encoding: "UTF8",
      provider: "b",
      addresses: "127.0.0.1",
      upper: "É",
      sockets: "",
      connections: "100",
    });
    const password = join(folder(), "postgres", "password");
    expect((await stat(password)).mode & 0o777).toBe(0o600);
    const wrong = url.replace(await readFile(password, "utf8"), "another");
    await expect(query(wrong, "select 1")).rejects.toThrow("password authentication failed");
  });

  it("keeps the data over a restart, and is gone between", async () => {
    const first = await start(folder());
    await query(first.url, "create table kept as select '회의록' as word");
    const pid = await postmasterPid(folder());
    await first.stop();
    expect(await isPostmaster(pid, folder())).toBe(false);
    await expect(query(first.url, "select 1")).rejects.toThrow("ECONNREFUSED");
    await first.stop(); // a second call does nothing

    const second = await start(folder());
    expect(await query(second.url, "select word from kept")).toEqual([{ word: "회의록" }]);
  });

  it("takes another port when its own was taken in between", async () => {
    const first = await start(folder());
    const port = Number(new URL(first.url).port);
    await first.stop();
    const intruder = await occupy(port);
    try {
      const second = await start(folder());
      expect(new URL(second.url).port).not.toBe(String(port));
      expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    } finally {
      intruder.close();
    }
  });

  it("joins what a killed server left running, and stops it", async () => {
    const killed = await startOther(folder());
    const pid = await postmasterPid(folder());
    await end(killed, "SIGKILL");
    expect(await isPostmaster(pid, folder())).toBe(true);

    const next = await start(folder());
    expect(next.url).toBe(killed.url);
    expect(await postmasterPid(folder())).toBe(pid);
    expect(lines.join()).toContain("Joined");
    await next.stop();
    expect(await isPostmaster(pid, folder())).toBe(false);
  });

  it("stays up until the last of several servers has stopped", async () => {
    const other = await startOther(folder());
    const database = await start(folder());
    expect(database.url).toBe(other.url);
    await database.stop();
    expect(lines.at(-1)).toContain("another server uses it");
    expect(await query(other.url, "select 1 as one")).toEqual([{ one: 1 }]);

    const pid = await postmasterPid(folder());
    await end(other, "SIGTERM");
    expect(await isPostmaster(pid, folder())).toBe(false);
  });

  it("stops when all servers stop at once", async () => {
    const servers = await Promise.all([start(folder()), start(folder()), start(folder())]);
    const pid = await postmasterPid(folder());
    await Promise.all(servers.map((server) => server.stop()));
    expect(await isPostmaster(pid, folder())).toBe(false);
  });

  it("comes back on the same port, with its data, when PostgreSQL is killed, for all its servers", async () => {
    const other = await startOther(folder());
    const { url } = await start(folder());
    const pid = await postmasterPid(folder());
    await query(url, "create table survives as select 1 as one");
    process.kill(pid, "SIGKILL");
    expect(await eventually(url, "select one from survives")).toEqual([{ one: 1 }]);
    expect(await postmasterPid(folder())).not.toBe(pid);
    expect(lines.join()).toContain("was lost");

    // Both servers hold it again: the first to stop leaves it to the other.
    const holders = "select count(*)::int as n from pg_locks where locktype = 'advisory' and granted";
    await expect.poll(() => query(other.url, holders)).toEqual([{ n: 2 }]);
    await databases[0]?.stop();
    expect(await query(other.url, "select one from survives")).toEqual([{ one: 1 }]);
  });

  it("comes back after an orderly restart from outside, but not after its own stop", async () => {
    const database = await start(folder());
    process.kill(await postmasterPid(folder()), "SIGINT");
    await expect.poll(() => lines.join()).toContain("was lost");
    expect(await eventually(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
    await expect(query(database.url, "select 1")).rejects.toThrow("ECONNREFUSED");
    // By now it knows that its connection has ended, and would have said so.
    expect(lines.filter((line) => line.includes("was lost"))).toHaveLength(1);
  });

  it("waits for its port when another program has it after a crash", async () => {
    const database = await start(folder());
    const port = Number(new URL(database.url).port);
    process.kill(await postmasterPid(folder()), "SIGKILL");
    const intruder = await occupyAsSoonAsFree(port);
    try {
      await expect.poll(() => lines.join()).toContain("did not come back: could not bind");
    } finally {
      intruder.close();
    }
    expect(await eventually(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("recovers when server and PostgreSQL were killed together", async () => {
    const killed = await startOther(folder());
    await query(killed.url, "create table recovered as select 1 as one");
    const pid = await postmasterPid(folder());
    process.kill(pid, "SIGKILL");
    await end(killed, "SIGKILL");
    const { url } = await start(folder());
    expect(await query(url, "select one from recovered")).toEqual([{ one: 1 }]);
  });

  it("is not misled by a pid file whose number another process has now", async () => {
    // As after a killed container: numbers start again, so the old one is soon taken.
    const stranger = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    try {
      const cluster = join(folder(), "postgres", "cluster");
      const text = [stranger.pid, cluster, 0, 1, "", "127.0.0.1", "", "ready"].join("\n");
      await writeFile(join(cluster, "postmaster.pid"), text);
      const { url } = await start(folder());
      expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill("SIGKILL");
    }
  });

  it("starts over an empty pid file that a power cut left", async () => {
    await writeFile(join(folder(), "postgres", "cluster", "postmaster.pid"), "");
    const { url } = await start(folder());
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("gives a copy of a running data folder a PostgreSQL of its own", async () => {
    const original = await start(folder());
    await query(original.url, "drop table if exists told; create table told as select 'original' as by");
    await query(original.url, "checkpoint");
    const copy = join(scratch, "copy", ".data");
    await mkdir(dirname(copy));
    expect((await run("cp", ["-a", folder(), copy])).ok).toBe(true);
    const second = await start(copy);
    expect(second.url).not.toBe(original.url);
    await query(second.url, "update told set by = 'copy'");
    expect(await query(original.url, "select by from told")).toEqual([{ by: "original" }]);
  });
});

describe("a start", () => {
  it("of two servers at once on an empty folder ends on one cluster", async () => {
    const folder = join(scratch, "two", ".data");
    const servers = await Promise.all([startOther(folder), startOther(folder), start(folder)]);
    expect(new Set(servers.map((server) => server.url)).size).toBe(1);
    expect(await clustersIn(folder)).toEqual(["postgres"]); // no drafts are left
    await rm(folder, { recursive: true, maxRetries: 10 }); // under the feet of all three, which stop it all the same
    await end(servers[0], "SIGTERM");
    await end(servers[1], "SIGTERM");
    await servers[2].stop();
    await expect(query(servers[2].url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  it("cut short while the cluster was made begins anew", async () => {
    const folder = join(scratch, "short", ".data");
    const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(gone, "exit");
    const draft = join(folder, `postgres.${gone.pid}.0123456789ab.draft`);
    await mkdir(join(draft, "cluster"), { recursive: true });
    await writeFile(join(draft, "cluster", "PG_VERSION"), "18");
    const { url } = await start(folder);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await clustersIn(folder)).toEqual(["postgres"]);
  });

  it.each([
    [
      "a data folder that is a file",
      "/file",
      {},
      /^The embedded PostgreSQL did not start: E(EXIST|NOTDIR).*file'$/,
    ],
    [
      "a setting that PostgreSQL refuses",
      "/refused",
      { shared_buffers: "banana" },
      /"shared_buffers": "banana"/,
    ],
  ])("tells in one line why it failed: %s", async (_, name, wrong, message) => {
    await writeFile(join(scratch, "file"), "");
    const failed = startEmbeddedDatabase({
      dataDir: scratch + name,
      log,
      settings: { ...settings, ...wrong },
    });
    const error: unknown = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain("\n");
    await expect(failed).rejects.toThrow(message);
  });

  it("tells when the cluster is of another version or damaged", async () => {
    const folder = join(scratch, "refused"); // initialised by the failed start above
    await writeFile(join(folder, "postgres", "cluster", "PG_VERSION"), "9\n");
    await expect(start(folder)).rejects.toThrow("database files are incompatible with server");
  });
});

/** Takes a port the moment that it is free. */
async function occupyAsSoonAsFree(port: number): Promise<Server> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await occupy(port);
    } catch (error) {
      if (attempt > 500) throw error;
      await sleep(betweenTriesMs);
    }
  }
}
