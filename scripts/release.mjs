// Replaces the build of the app by a fresh one and keeps the files that open tabs of the old one may still load.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const weekMs = 7 * 24 * 60 * 60 * 1_000;
/** However often a developer builds in a week. */
const maxKept = 10;

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);

const recordOf = (dist) => {
  const path = join(dist, ".releases.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const files = filesIn(join(dist, "assets"));
  return files.length > 0 ? [{ at: 0, files }] : [];
};

/**
 * Copies `fresh` over `dist`. The hashed files of the release before stay for good, those of older ones until they
 * have been replaced for a week: a tab that was open all the while finds the screens it has not loaded yet.
 */
export const release = (fresh, dist, now = Date.now()) => {
  const files = filesIn(join(fresh, "assets"));
  const isAnother = (other) => other.files.join() !== files.join();
  const releases = [{ at: now, files }, ...recordOf(dist).filter(isAnother)].filter(
    (_, age, all) => age <= 1 || (age < maxKept && now - all[age - 1].at < weekMs),
  );
  mkdirSync(join(dist, "assets"), { recursive: true });
  // Made with these pages, and for no others.
  rmSync(join(dist, ".prerender"), { recursive: true, force: true });
  // What pages refer to is there before they do.
  cpSync(join(fresh, "assets"), join(dist, "assets"), { recursive: true });
  cpSync(fresh, dist, { recursive: true });
  const kept = new Set(releases.flatMap((one) => one.files));
  for (const name of filesIn(join(dist, "assets")))
    if (!kept.has(name)) rmSync(join(dist, "assets", name), { recursive: true });
  const present = new Set(readdirSync(fresh));
  for (const name of readdirSync(dist))
    if (!name.startsWith(".") && !present.has(name)) rmSync(join(dist, name), { recursive: true });
  writeFileSync(join(dist, ".releases.json"), JSON.stringify(releases));
  rmSync(fresh, { recursive: true });
};
