import { spawn } from "node:child_process";
import { copyFile, open, readFile, rename, rm, stat, statfs, truncate } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster, ClusterSettings } from "./cluster.ts";
import { childEnvironment, codeOf, NEUTRAL_FOLDER, postmasterState, reasonOf, run } from "./process.ts";

/** What a cluster's postmaster.pid says, and what its process is. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
  /** `ended` and `other`: the file is stale, but PostgreSQL itself would not see that. */
  readonly state: "running" | "ended" | "other" | "none";
}

const LOG_LIMIT = 10 * 1024 * 1024;
const STOP_MS = 60_000;

/** Reads the pid file of a cluster; undefined where there is none. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  let text: string;
  try {
    text = await readFile(pidFile(cluster), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const [pid, folder = "", , port, , , , status = ""] = text.split("\n");
  if (!Number(pid)) return undefined; // being written just now
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    ready: status.trim() === "ready",
    state: await postmasterState(Number(pid), cluster.folder, folder, cluster.user),
  };
}

/**
 * Starts a postmaster in a process group of its own and waits until it is ready. Returns the reason
 * when it ended instead, in the words of its log.
 */
export async function launch(
  cluster: Cluster,
  port: number,
  settings: ClusterSettings,
  signal?: AbortSignal,
): Promise<{ ready: true; pid: number } | { ready: false; reason: string }> {
  const { postgres } = await cluster.binaries();
  const log = await openLog(cluster.logFile);
  const { size } = await log.stat();
  const all: ClusterSettings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    // Failed statements are the caller's to log: here they would stand with the values that they failed at.
    log_min_messages: "log",
    ...settings,
  };
  const args = ["-D", cluster.folder, "-p", String(port)];
  for (const [name, value] of Object.entries(all)) args.push("-c", `${name}=${value}`);
  // Detached: Ctrl-C in a terminal must not reach it before our server has finished its requests.
  const child = spawn(postgres, args, {
    ...cluster.user,
    cwd: NEUTRAL_FOLDER,
    env: childEnvironment(),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  child.unref();
  let ended: string | undefined;
  child.once("error", (error) => (ended = reasonOf(error)));
  child.once("exit", (code, killedBy) => (ended ??= `it ended with ${killedBy ?? `code ${code}`}`));
  try {
    for (;;) {
      await sleep(25);
      if (ended !== undefined) {
        return { ready: false, reason: await reasonInLog(cluster, size, child.pid ?? 0, ended) };
      }
      const found = await findPostmaster(cluster);
      if (found?.pid === child.pid && found?.ready) return { ready: true, pid: found.pid };
      signal?.throwIfAborted();
    }
  } finally {
    await log.close();
  }
}

/** Shuts a postmaster down in the fast mode and returns when its process has gone. */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === "win32") {
    // No signals there: pg_ctl speaks to the postmaster by a pipe.
    const { pgCtl } = await cluster.binaries();
    await run(pgCtl, ["stop", "-m", "fast", "-w", "-D", cluster.folder]);
  } else {
    send(pid, "SIGINT");
  }
  const isIn = (folder: string) => postmasterState(pid, folder, cluster.folder, cluster.user);
  const isRunning = async () => {
    // The pid file goes a little before the process does, and the folder may have been deleted.
    const states = [await isIn(cluster.folder), await isIn(`${cluster.folder} (deleted)`)];
    return states.includes("running");
  };
  const deadline = Date.now() + STOP_MS;
  let forced = false;
  while (await isRunning()) {
    if (Date.now() > deadline && !forced) {
      send(pid, "SIGQUIT"); // nothing committed is lost: the next start recovers
      forced = true;
    } else if (Date.now() > deadline + STOP_MS) {
      throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    }
    await sleep(20);
  }
}

/** Renames the pid file of a process that PostgreSQL would take for a running postmaster. */
export async function setPidFileAside(cluster: Cluster, stale: Postmaster): Promise<void> {
  const aside = `${pidFile(cluster)}.${stale.pid}.stale`;
  try {
    await rename(pidFile(cluster), aside);
    const taken = Number((await readFile(aside, "utf8")).split("\n")[0]);
    // Another start was quicker and the file is its new one: give it back.
    if (taken !== stale.pid) await rename(aside, pidFile(cluster));
    else await rm(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** Removes a pid file that a power cut left empty; one that is being written is young. */
export async function clearEmptyPidFile(cluster: Cluster): Promise<void> {
  const info = await stat(pidFile(cluster)).catch(() => undefined);
  if (info?.size === 0 && Date.now() - info.mtimeMs > 2_000) await rm(pidFile(cluster), { force: true });
}

/** The port that the cluster had the last time; undefined before the first. */
export async function lastPort(cluster: Cluster): Promise<number | undefined> {
  const written = await readFile(join(cluster.folder, "postmaster.opts"), "utf8").catch(() => "");
  const port = Number(/"-p" "(\d+)"/.exec(written)?.[1]);
  return port > 0 ? port : undefined;
}

/** The wanted port where it is free, else one that the system picks. */
export async function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (wanted === 0) reject(error);
      else resolve(freePort());
    });
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function pidFile(cluster: Cluster): string {
  return join(cluster.folder, "postmaster.pid");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (info) => info.size,
    () => 0,
  );
  if (size > LOG_LIMIT) {
    // Emptied, not replaced: the file keeps its owner when root looks after another user's cluster.
    await copyFile(file, `${file}.1`);
    await truncate(file);
  }
  return open(file, "a", 0o600);
}

/** What the log says of a process that ended, on one line. */
async function reasonInLog(cluster: Cluster, from: number, pid: number, ended: string): Promise<string> {
  const lines = (await readFile(cluster.logFile)).subarray(from).toString("utf8").split("\n");
  const own = lines.filter((line) => line.includes(` [${pid}] `));
  const severe = own.filter((line) => /\] (FATAL|PANIC|ERROR|DETAIL|LOG: {2}could not)/.test(line));
  // What comes before the log is set up (a missing library, a folder's rights) carries no prefix.
  const bare = lines.filter((line) => line.trim() !== "" && !/ \[\d+\] /.test(line));
  const telling = (severe.length > 0 ? severe : bare).map((line) =>
    line.replace(/^.* \[\d+\] [A-Z]+: +/, ""),
  );
  const disk = await statfs(cluster.folder).catch(() => undefined);
  const full = disk && disk.bavail * disk.bsize < 32 * 1024 * 1024 ? ["the disk is full"] : [];
  return [...telling.slice(-3).map((line) => line.trim()), ...full].join("; ") || ended;
}
