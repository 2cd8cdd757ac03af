import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { findBinaries } from "./binaries.ts";
import type { Binaries } from "./binaries.ts";
import { clusterIn } from "./place.ts";
import type { ClusterPlace } from "./place.ts";
import { codeOf, run } from "./process.ts";
import type { OsUser } from "./process.ts";

/** The name of the superuser and of the database. */
export const NAME = "knowhow";

/** An initialised cluster on disk. */
export interface Cluster {
  /** PostgreSQL's own folder (its `-D`), with all links resolved. */
  readonly folder: string;
  readonly logFile: string;
  readonly password: string;
  readonly user: OsUser | undefined;
  /** Found only when they are needed: joining a running database needs none. */
  readonly binaries: () => Promise<Binaries>;
}

/** What the launcher adds to PostgreSQL's command line, by setting. */
export type ClusterSettings = Readonly<Record<string, string>>;

/** Opens the cluster of a place, which is made first where there is none. */
export async function openCluster(
  place: ClusterPlace,
  settings: ClusterSettings,
  log: (line: string) => void,
): Promise<Cluster> {
  let found: Promise<Binaries> | undefined;
  const binaries = () => (found ??= findBinaries(place.root, place.user));
  if (!(await existingCluster(place.root))) {
    await sweepDrafts(place.root);
    log("Creating the database (once, some seconds).");
    await initialise(place, await binaries(), settings);
  }
  return existingClusterOf(place, binaries);
}

/** The cluster of a place that has one; undefined where there is none. */
export async function findCluster(root: string): Promise<Cluster | undefined> {
  if (!(await existingCluster(root))) return undefined;
  const { uid, gid } = await stat(clusterIn(root));
  const user = { uid, gid };
  return existingClusterOf({ root, user }, () => findBinaries(root, user));
}

async function existingClusterOf(place: ClusterPlace, binaries: Cluster["binaries"]): Promise<Cluster> {
  const home = join(place.root, "postgres");
  return {
    folder: clusterIn(place.root),
    logFile: join(home, "postgres.log"),
    password: (await readFile(join(home, "password"), "utf8")).trim(),
    user: place.user,
    binaries,
  };
}

async function existingCluster(root: string): Promise<boolean> {
  try {
    await stat(join(clusterIn(root), "PG_VERSION"));
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Makes cluster and password in a draft folder that gets its name when all is there, so that a
 * start cut short leaves no half of it and of two starts at once one simply wins.
 */
async function initialise(place: ClusterPlace, binaries: Binaries, settings: ClusterSettings): Promise<void> {
  const home = join(place.root, "postgres");
  const draft = join(place.root, `postgres.${process.pid}.${randomBytes(6).toString("hex")}.draft`);
  const password = randomBytes(24).toString("base64url");
  try {
    await mkdir(draft, { mode: place.user ? 0o711 : 0o700 });
    await mkdir(join(draft, "cluster"), { mode: 0o700 });
    await keepSecret(join(draft, "password"), password);
    // initdb reads its copy as the lesser user, which must not see the one that stays.
    await keepSecret(join(draft, "initial-password"), password);
    if (place.user) {
      // mkdir's mode is cut down by the umask, and the lesser user has to pass through.
      await chmod(draft, 0o711);
      await chown(join(draft, "cluster"), place.user.uid, place.user.gid);
      await chown(join(draft, "initial-password"), place.user.uid, place.user.gid);
    }
    const flags = [
      `--pgdata=${join(draft, "cluster")}`,
      `--username=${NAME}`,
      `--pwfile=${join(draft, "initial-password")}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      ...(settings.fsync === "off" ? ["--no-sync"] : []),
    ];
    const made = await run(binaries.initdb, flags, place.user);
    if (!made.ok) throw new Error(`initdb failed: ${complaint(made.output)}`);
    await rm(join(draft, "initial-password"));
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const lost = ["ENOTEMPTY", "EEXIST", "EPERM"].includes(codeOf(error) ?? "");
    if (!lost || !(await existingCluster(place.root))) throw error;
  }
}

async function keepSecret(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: "wx", flush: true });
}

/** The lines of initdb's output that say what went wrong, which otherwise tells its progress. */
function complaint(output: string): string {
  const lines = output.split("\n").map((line) => line.replace(/^.* \[\d+\] [A-Z]+: +/, "").trim());
  const telling = lines.filter((line) => /error|could not|cannot|denied|invalid/i.test(line));
  return (telling.length > 0 ? telling : lines.filter(Boolean).slice(-1)).slice(0, 3).join("; ");
}

/** Removes what starts left behind that were killed while they made a cluster. */
async function sweepDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const owner = /^postgres\.(\d+)\.[0-9a-f]{12}\.draft$/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    await rm(join(root, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
