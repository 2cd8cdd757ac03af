import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const parentOf = (dataDir: string): string => join(dataDir, "receiving");

/** Where this process keeps files that are looked at once and never stored. */
export const receivingFolder = (dataDir: string): string =>
  join(parentOf(dataDir), `${hostname()}.${process.pid}`);

const staleMs = 24 * 60 * 60 * 1_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be asked, but is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** Removes what killed processes left: of this machine at once, of others that share the folder after a day. */
export const sweepReceiving = async (dataDir: string): Promise<void> => {
  const parent = parentOf(dataDir);
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const [, host, pid] = /^(.*)\.(\d+)$/.exec(name) ?? [];
    // A process that begins has received nothing: a folder of its own number is a former one's.
    const isGone = host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)));
    const path = join(parent, name);
    if (isGone || (await stat(path)).mtimeMs < Date.now() - staleMs)
      await rm(path, { recursive: true, force: true });
  }
};
