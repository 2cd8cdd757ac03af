import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { release } from "../../scripts/release.mjs";

const built = fileURLToPath(new URL("../../packages/pwa/dist", import.meta.url));

/** The names of the present build's hashed files; older ones may lie beside them. */
const presentFiles = async (): Promise<string[]> => {
  // Written by the build, newest release first.
  const releases = JSON.parse(await readFile(join(built, ".releases.json"), "utf8")) as { files: string[] }[];
  return releases[0]?.files ?? [];
};

/** A copy of the present build, as if it had just been made. */
const copyBuild = async (): Promise<string> => {
  const fresh = await mkdtemp(join(tmpdir(), "knowhow-build-"));
  await mkdir(join(fresh, "assets"));
  for (const name of await presentFiles())
    await cp(join(built, "assets", name), join(fresh, "assets", name), { recursive: true });
  for (const name of await readdir(built))
    if (!name.startsWith(".") && name !== "assets")
      await cp(join(built, name), join(fresh, name), { recursive: true });
  return fresh;
};

/** Gives every script and style another name, as a build does whose every file has changed. */
const renameAll = async (fresh: string, mark: string): Promise<void> => {
  const assets = join(fresh, "assets");
  const names = new Set((await readdir(assets)).filter((name) => /\.(js|css)$/.test(name)));
  const renamed = (name: string) => name.replace(/\.(js|css)$/, `${mark}.$1`);
  const rewrite = async (from: string, to: string) => {
    const text = await readFile(from, "utf8");
    await rm(from);
    await writeFile(
      to,
      text.replace(/[\w.-]+\.(js|css)\b/g, (name) => (names.has(name) ? renamed(name) : name)),
    );
  };
  for (const folder of [fresh, assets])
    for (const name of await readdir(folder)) if (/\.(br|gz)$/.test(name)) await rm(join(folder, name));
  for (const name of names) await rewrite(join(assets, name), join(assets, renamed(name)));
  for (const name of ["index.html", "sw.js"]) await rewrite(join(fresh, name), join(fresh, name));
};

/** Lays the app of this repository into a folder; with a mark, as another release of it. */
export const releaseInto = async (appDir: string, mark?: string): Promise<void> => {
  const fresh = await copyBuild();
  if (mark !== undefined) await renameAll(fresh, mark);
  release(fresh, appDir);
};

/** The script that a page began with: its address tells the release. */
export const scriptOf = (page: Page): Locator => page.locator('script[type="module"][src]');
