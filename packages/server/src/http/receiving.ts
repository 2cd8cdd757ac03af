import { AppError, uploadLimits } from "@knowhow/shared";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const parentOf = (dataDir: string): string => join(dataDir, "receiving");

/** Where this process keeps files that are looked at once and never stored. */
export const receivingFolder = (dataDir: string): string =>
  join(parentOf(dataDir), `${hostname()}.${process.pid}`);

/** One file's share of the room. */
export interface ReceivingPlace {
  /** Takes more, as it arrives; UNAVAILABLE when there is no more. */
  grow(bytes: number): void;
  /** Gives all of it back. */
  leave(): void;
}

/** Bounds the bytes that wait on the disk: only received bytes count, never announced ones. */
export const createRoom = (maxBytes: number): (() => ReceivingPlace) => {
  let used = 0;
  return () => {
    let own = 0;
    return {
      grow(bytes) {
        if (used + bytes > maxBytes) throw new AppError("UNAVAILABLE", { retryAfter: 10 });
        used += bytes;
        own += bytes;
      },
      leave() {
        used -= own;
        own = 0;
      },
    };
  };
};

/** The room that the files of this process share. */
export const openPlace = createRoom(8 * uploadLimits.file);

const staleMs = 24 * 60 * 60 * 1_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process can not be signalled, but is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** Removes files of killed processes: of this machine at once, of others that share the folder after a day. */
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
