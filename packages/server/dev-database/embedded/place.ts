import { chown, lstat, mkdir, realpath, rm, stat } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { claimOutsidePlace, recordFile, recordedPlace } from "./outside.ts";
import { codeOf, isRoot, run } from "./process.ts";
import type { OsUser } from "./process.ts";

/** Where the database of a data folder is kept, and as whom its programs run. */
export interface ClusterPlace {
  /** Holds the folder `postgres` and, where it is needed, a copy of the programs. */
  readonly root: string;
  /** Set only when this process is root. */
  readonly user: OsUser | undefined;
}

/**
 * Decides where the database of a data folder is kept: inside it, or, when we are root and the user
 * that PostgreSQL runs as can not get there, in a folder of root's elsewhere that the data folder names.
 */
export async function choosePlace(dataDir: string, log: (line: string) => void): Promise<ClusterPlace> {
  await mkdir(dataDir, { recursive: true });
  const dataFolder = await realpath(resolve(dataDir));
  if (!isRoot()) return ordinaryPlace(dataFolder);

  const outside = await recordedPlace(dataFolder, log);
  const existing = await ownerOf(clusterIn(outside ?? dataFolder));
  if (existing?.uid === 0) {
    throw new Error(
      `${clusterIn(outside ?? dataFolder)} belongs to root, and PostgreSQL does not run as root`,
    );
  }
  const user = existing ?? (await serviceUser());
  if (outside) return { root: outside, user };
  if (existing) {
    if (await canEnter(clusterIn(dataFolder), user)) return { root: dataFolder, user };
    throw new Error(
      `${clusterIn(dataFolder)} belongs to the OS user ${user.uid}, which can not enter it any more: ` +
        `let others pass through the folders above it (chmod o+x)`,
    );
  }
  if (await canKeepFilesIn(dataFolder, user)) return { root: dataFolder, user };
  const root = await claimOutsidePlace(dataFolder, (folder) => canKeepFilesIn(folder, user));
  log(
    `The database is kept in ${root}: PostgreSQL does not run as root, and only root may enter ${dataFolder}.`,
  );
  return { root, user };
}

/** The folder with PostgreSQL's own files in a place. */
export function clusterIn(root: string): string {
  return join(root, "postgres", "cluster");
}

async function ordinaryPlace(dataFolder: string): Promise<ClusterPlace> {
  const record = await lstat(recordFile(dataFolder)).catch(() => undefined);
  if (record) {
    throw new Error(
      `the database of ${dataFolder} was made by root and is kept where ${recordFile(dataFolder)} says: start as root`,
    );
  }
  return { root: dataFolder, user: undefined };
}

async function ownerOf(folder: string): Promise<OsUser | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The account for PostgreSQL when we are root: `postgres` where it exists, else `nobody`. */
async function serviceUser(): Promise<OsUser> {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    const user = { uid: Number(uid.output.trim()), gid: Number(gid.output.trim()) };
    if (uid.ok && gid.ok && user.uid > 0) return user;
  }
  throw new Error('PostgreSQL does not run as root, and there is no OS user "postgres" or "nobody"');
}

async function canEnter(folder: string, user: OsUser): Promise<boolean> {
  return (await run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], user)).ok;
}

/** Tries it out, since modes alone do not tell (lists of rights, mounts that know no owners). */
async function canKeepFilesIn(folder: string, user: OsUser): Promise<boolean> {
  const probe = join(folder, `postgres-probe.${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(probe, { mode: 0o700 });
    await chown(probe, user.uid, user.gid);
    return (await run("/bin/sh", ["-c", 'cd "$1" && echo x > file && rm file', "sh", probe], user)).ok;
  } catch (error) {
    if (codeOf(error) === "EPERM") return false;
    throw error;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}
