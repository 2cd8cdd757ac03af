import { chmod, link, lstat, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { codeOf } from "./process.ts";

// A place outside the data folder and its data folder know each other by one file with two names, a hard link:
// `data-folder` in the place, `postgres.place` in the data folder. So a data folder may be moved or renamed, and when
// it is deleted the link count of the other name falls to one. On two file systems they are two files, and a place
// unused for a week counts as left behind.

interface Claim {
  readonly place: string;
  readonly dataFolder: string;
  readonly linked: boolean;
}

const MARKER = "data-folder";
const LEFT_BEHIND_MS = 7 * 24 * 60 * 60 * 1000;
const UNFINISHED_MS = 60 * 60 * 1000;

/** The file in a data folder that names the place outside. */
export function recordFile(dataFolder: string): string {
  return join(dataFolder, "postgres.place");
}

/** The place outside that a data folder names, if it names one that is there and is root's own. */
export async function recordedPlace(
  dataFolder: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  const record = recordFile(dataFolder);
  const claim = await readClaim(record);
  if (!claim) {
    await rm(record, { force: true });
    return undefined;
  }
  if (!(await isRootOwned(claim.place)) || !(await readClaim(join(claim.place, MARKER)))) {
    log(`The database that was kept in ${claim.place} is gone; ${dataFolder} gets a new one.`);
    await rm(record, { force: true });
    return undefined;
  }
  const [here, there] = await Promise.all([lstat(record), lstat(join(claim.place, MARKER))]);
  if (claim.linked && here.ino !== there.ino) await adopt(claim, dataFolder, there.nlink);
  await utimes(join(claim.place, MARKER), new Date(), new Date());
  return claim.place;
}

/** Makes a place for a data folder where `usable` says that PostgreSQL can keep files. */
export async function claimOutsidePlace(
  dataFolder: string,
  usable: (folder: string) => Promise<boolean>,
): Promise<string> {
  const refused: string[] = [];
  for (const parent of await parents()) {
    // A random name is free, and mkdir refuses one that exists.
    const place = join(parent.folder, parent.prefix + randomBytes(12).toString("hex"));
    try {
      await mkdir(place, { mode: 0o711 });
      await chmod(place, 0o711); // under any umask
      if (await usable(place)) return await record(place, dataFolder);
    } catch (error) {
      await rm(place, { recursive: true, force: true });
      if (!["EACCES", "EROFS", "ENOSPC", "EPERM"].includes(codeOf(error) ?? "")) throw error;
    }
    await rm(place, { recursive: true, force: true });
    refused.push(parent.folder);
  }
  throw new Error(
    `PostgreSQL does not run as root, and its OS user can reach neither ${dataFolder} nor ${refused.join(", ")}`,
  );
}

/** The places of root's whose data folder has gone. */
export async function abandonedPlaces(): Promise<string[]> {
  const found: string[] = [];
  for (const { folder, prefix } of await parents()) {
    for (const name of await readdir(folder)) {
      const place = join(folder, name);
      if (!name.startsWith(prefix) || !/^[0-9a-f]{24}$/.test(name.slice(prefix.length))) continue;
      if ((await isRootOwned(place)) && (await isAbandoned(place))) found.push(place);
    }
  }
  return found;
}

async function isAbandoned(place: string): Promise<boolean> {
  const marker = join(place, MARKER);
  const claim = await readClaim(marker);
  if (!claim) return Date.now() - (await lstat(place)).mtimeMs > UNFINISHED_MS;
  const { nlink, mtimeMs } = await lstat(marker);
  if (claim.linked) return nlink === 1;
  const back = await readClaim(recordFile(claim.dataFolder));
  return back?.place !== place && Date.now() - mtimeMs > LEFT_BEHIND_MS;
}

/** Joins place and data folder, and returns the place that was joined first. */
async function record(place: string, dataFolder: string): Promise<string> {
  const draft = join(dataFolder, `postgres.place.${randomBytes(6).toString("hex")}.draft`);
  const claim = { place, dataFolder, linked: true };
  try {
    await writeFile(draft, JSON.stringify(claim), { mode: 0o600, flag: "wx" });
    try {
      await link(draft, join(place, MARKER));
    } catch (error) {
      if (!["EXDEV", "EPERM", "ENOTSUP"].includes(codeOf(error) ?? "")) throw error;
      const apart = JSON.stringify({ ...claim, linked: false });
      await writeFile(join(place, MARKER), apart, { mode: 0o600, flag: "wx" });
      await writeFile(draft, apart);
    }
    await link(draft, recordFile(dataFolder));
    return place;
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    const winner = codeOf(error) === "EEXIST" ? await readClaim(recordFile(dataFolder)) : undefined;
    if (winner) return winner.place;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A record that is not the place's own file is a copy: fine when the original has gone. */
async function adopt(claim: Claim, dataFolder: string, links: number): Promise<void> {
  const record = recordFile(dataFolder);
  if (links > 1) {
    throw new Error(
      `${dataFolder} is a copy of another data folder that still uses the database in ${claim.place}; ` +
        `remove ${record} to give the copy a database of its own`,
    );
  }
  await rm(record);
  await link(join(claim.place, MARKER), record);
}

async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    const whole = typeof value === "object" && value !== null && "place" in value && "dataFolder" in value;
    if (!whole || typeof value.place !== "string" || typeof value.dataFolder !== "string") return undefined;
    return {
      place: value.place,
      dataFolder: value.dataFolder,
      linked: "linked" in value && value.linked === true,
    };
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The folders that may hold places, as far as they exist and only root can meddle with them. */
async function parents(): Promise<{ folder: string; prefix: string }[]> {
  const home = "/var/lib/knowhow";
  if (await isSafeParent(dirname(home))) {
    await mkdir(home, { mode: 0o711 })
      .then(() => chmod(home, 0o711))
      .catch(() => undefined); // it is there, or can not be made: looked at below
  }
  const candidates = [{ folder: home, prefix: "" }];
  for (const folder of new Set(["/var/tmp", tmpdir()])) candidates.push({ folder, prefix: "knowhow-" });
  const safe = await Promise.all(candidates.map(({ folder }) => isSafeParent(folder)));
  return candidates.filter((_, index) => safe[index]);
}

async function isSafeParent(folder: string): Promise<boolean> {
  const info = await lstat(folder).catch(() => undefined);
  if (!info?.isDirectory() || info.uid !== 0) return false;
  const othersWrite = (info.mode & 0o022) !== 0;
  const sticky = (info.mode & 0o1000) !== 0; // others may add names but not take ours away
  return !othersWrite || sticky;
}

async function isRootOwned(place: string): Promise<boolean> {
  const info = await lstat(place).catch(() => undefined);
  return info?.isDirectory() === true && info.uid === 0 && (info.mode & 0o022) === 0;
}
