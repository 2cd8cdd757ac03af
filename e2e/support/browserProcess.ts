import { readdir, readFile } from "node:fs/promises";

interface Found {
  pid: number;
  parent: number;
  line: string;
}

const processes = async (): Promise<Found[]> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (name) => {
      try {
        const [line, stat] = await Promise.all([
          readFile(`/proc/${name}/cmdline`, "utf8"),
          readFile(`/proc/${name}/stat`, "utf8"),
        ]);
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return [{ pid: Number(name), parent, line: line.replaceAll("\0", " ") }];
      } catch {
        // It has just ended.
        return [];
      }
    }),
  );
  return found.flat();
};

/** The browser that runs on a profile of its own. */
const browserOn = (all: readonly Found[], profile: string): Found | undefined =>
  all.find(({ line }) => line.includes(`--user-data-dir=${profile}`) && !line.includes("--type="));

/** Kills the browser on this profile as a crash would. */
export const killBrowser = async (profile: string): Promise<void> => {
  const browser = browserOn(await processes(), profile);
  if (browser) process.kill(browser.pid, "SIGKILL");
};

const descends = (all: readonly Found[], pid: number, from: number): boolean => {
  const parent = all.find((each) => each.pid === pid)?.parent;
  return parent !== undefined && (parent === from || descends(all, parent, from));
};

/** Private memory of the largest page process of the browser on this profile, in bytes. */
export const pageMemory = async (profile: string): Promise<number> => {
  const all = await processes();
  const browser = browserOn(all, profile);
  if (!browser) return 0;
  const pages = all.filter(
    ({ pid, line }) => line.includes("--type=renderer") && descends(all, pid, browser.pid),
  );
  const sizes = await Promise.all(
    pages.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
      return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce(
        (sum, [, size]) => sum + Number(size),
        0,
      );
    }),
  );
  return Math.max(0, ...sizes) * 1_024;
};
