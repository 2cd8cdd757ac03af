import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { ignoreMissing } from "./fileErrors.ts";
import { MissingObject, type ListedObject, type Storage } from "./storage.ts";

const folder = "releases/";
const hourMs = 60 * 60 * 1_000;
/** The object of a running release is written again as often, so that it never reaches the age of removal. */
const renewMs = 12 * hourMs;
/** More than seven days after the last server of a release was there to announce it. */
const keptMs = 8 * 24 * hourMs;
/** Between two looks for releases: names that no release has cost the storage no more than that. */
const betweenLooksMs = 1_000;

/** Names of a release's hashed files with their sizes, in the order of their bytes. */
type FileList = [name: string, size: number][];

const listFiles = async (assets: string): Promise<FileList> => {
  const entries =
    (await readdir(assets, { recursive: true, withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.sort().map(async (path): Promise<FileList[number]> => {
      const { size } = await stat(path);
      return [relative(assets, path).split(sep).join("/"), size];
    }),
  );
};

/** What a release is announced by, and read from. */
interface ReleaseParts {
  /** The folder of the built app. */
  appDir: string;
  storage: Pick<Storage, "list" | "direct">;
}

/** One object holds the list and all bytes: it is there or not, and one list of the folder tells which are. */
const announce = async ({ appDir, storage }: ReleaseParts): Promise<void> => {
  const assets = join(appDir, "assets");
  const files = await listFiles(assets);
  if (files.length === 0) return;
  const head = Buffer.from(JSON.stringify(files));
  const key = `${folder}${createHash("sha256").update(head).digest("hex")}-${head.length}`;
  for await (const other of storage.list(folder))
    if (other.key === key && Math.abs(Date.now() - other.writtenAt.getTime()) < renewMs) return;
  const size = files.reduce((sum, [, one]) => sum + one, head.length);
  const bytes = async function* () {
    yield head;
    for (const [name] of files) yield* createReadStream(join(assets, name));
  };
  const staged = await storage.direct.stage(Readable.from(bytes(), { objectMode: false }), size);
  try {
    if (staged.size !== size) throw new Error("the app's files changed while they were read");
    await staged.commit(key);
  } finally {
    await staged.discard();
  }
};

/**
 * Puts the app's hashed files into the storage for servers of other releases, and renews the announcement until the given
 * function is called. Resolves after the first attempt; a failed attempt is repeated after `retryMs`.
 */
export const keepRelease = async (
  { log, ...parts }: ReleaseParts & { log: Pick<Logger, "warn"> },
  { retryMs = 60_000 } = {},
): Promise<() => void> => {
  const stopping = new AbortController();
  const attempt = async (): Promise<number> => {
    try {
      await announce(parts);
      return hourMs;
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, "servers of other releases do not have this one's files yet");
      return retryMs;
    }
  };
  const { signal } = stopping;
  const hasPassed = (ms: number) => sleep(ms, true, { signal, ref: false }).catch(() => false);
  const keep = async (first: number): Promise<void> => {
    let pause = first;
    while (await hasPassed(pause)) pause = await attempt();
  };
  void keep(await attempt());
  return () => stopping.abort();
};

/** Removes the files of releases that no server has announced for long; returns how many releases. */
export const removeOldReleases = async (storage: Pick<Storage, "list" | "remove">): Promise<number> => {
  const listed: ListedObject[] = [];
  for await (const one of storage.list(folder)) listed.push(one);
  // By the store's own clock, against the last announcement there: a server's may be wrong.
  const last = Math.max(...listed.map(({ writtenAt }) => writtenAt.getTime()));
  const old = listed.filter(({ writtenAt }) => last - writtenAt.getTime() > keptMs);
  for (const { key } of old) await storage.remove(key);
  return old.length;
};

/** A file of another release, being read. */
interface ReleasedFile {
  name: string;
  size: number;
  bytes: Readable;
}

/** The hashed files of all releases in the storage. */
export interface Releases {
  /** Opens the first of these names that a release has; undefined where none has one. */
  open(names: readonly string[]): Promise<ReleasedFile | undefined>;
}

/** Where a file stands in its release's object. */
interface Place {
  start: number;
  size: number;
}

const placesIn = (files: FileList, begin: number): Map<string, Place> => {
  let start = begin;
  return new Map(
    files.map(([name, size]) => {
      const place = { start, size };
      start += size;
      return [name, place];
    }),
  );
};

const ignoreRemoved = (error: unknown): undefined => {
  if (!(error instanceof MissingObject)) throw error;
};

/** Reads the releases in the storage; their lists stay in memory, and a name in no list has them listed again. */
export const openReleases = (storage: Pick<Storage, "list" | "open">): Releases => {
  const releases = new Map<string, Map<string, Place>>();
  const readLists = async (): Promise<void> => {
    const found = new Set<string>();
    for await (const { key } of storage.list(folder)) {
      found.add(key);
      const length = Number(/-(\d+)$/.exec(key)?.[1] ?? 0);
      if (releases.has(key) || length === 0) continue;
      const head = await storage.open(key, { start: 0, end: length - 1 }).catch(ignoreRemoved);
      // Written by `announce` alone.
      if (head) releases.set(key, placesIn((await json(head)) as FileList, length));
    }
    for (const key of releases.keys()) if (!found.has(key)) releases.delete(key);
  };

  let lookedAt = -Infinity;
  let next: Promise<void> | undefined;
  const beginLook = async (): Promise<void> => {
    await sleep(Math.max(0, lookedAt + betweenLooksMs - performance.now()));
    next = undefined;
    lookedAt = performance.now();
    await readLists();
  };
  /** One look for all who wait: it begins after they asked, so that it finds a release that came just before. */
  const look = (): Promise<void> => (next ??= beginLook());

  const openKnown = async (names: readonly string[]): Promise<ReleasedFile | undefined> => {
    for (const [key, places] of releases) {
      const name = names.find((one) => places.has(one));
      const place = name === undefined ? undefined : places.get(name);
      if (name === undefined || !place) continue;
      const { start, size } = place;
      if (size === 0) return { name, size, bytes: Readable.from([]) };
      const bytes = await storage.open(key, { start, end: start + size - 1 }).catch(ignoreRemoved);
      if (bytes) return { name, size, bytes };
      releases.delete(key);
    }
    return undefined;
  };
  return {
    async open(names) {
      const known = await openKnown(names);
      if (known) return known;
      await look();
      return openKnown(names);
    },
  };
};
