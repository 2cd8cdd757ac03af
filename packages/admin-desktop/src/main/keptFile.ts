import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { Seal } from "./sealedFile.ts";

/** Ending of the name of a file that could not be opened. */
const ending = ".unread";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

interface Options {
  file: string;
  seal: Seal;
  now: () => number;
  /** Age at which an unopened file is given up. */
  maxAgeMs: number;
}

/** Files that were put aside before; those that are too old are removed. */
const listAside = async ({ file, now, maxAgeMs }: Options): Promise<string[]> => {
  const start = `${basename(file)}.`;
  const paths: string[] = [];
  for (const name of await readdir(dirname(file)).catch(() => [])) {
    if (!name.startsWith(start) || !name.endsWith(ending)) continue;
    const path = join(dirname(file), name);
    if (now() - (await stat(path)).mtimeMs < maxAgeMs) paths.push(path);
    else await rm(path, { force: true });
  }
  return paths;
};

/**
 * A sealed file that survives a bad moment of the key ring: a file that can not be opened is put aside and tried again
 * at the next start, and a text that can not be sealed leaves the file as it was.
 */
export const openKeptFile = async (options: Options) => {
  const { file, seal, now } = options;
  const texts: string[] = [];
  const opened: string[] = [];
  let unread = 0;
  for (const path of await listAside(options))
    try {
      texts.push(await seal.open(await readFile(path)));
      opened.push(path);
    } catch {
      unread += 1;
    }
  try {
    texts.push(await seal.open(await readFile(file)));
  } catch (error) {
    if (!isMissing(error)) {
      unread += 1;
      // A folder in which nothing can be renamed takes no other file in its place either.
      await rename(file, `${file}.${now()}${ending}`).catch(() => undefined);
    }
  }
  let turn: Promise<unknown> = Promise.resolve();
  const isThere = () => stat(file).then(() => true, () => false); // oxfmt-ignore
  const write = async (text: string | undefined): Promise<void> => {
    const sealed = text === undefined ? undefined : await seal.close(text);
    if (sealed) await writeFileAtomic(file, sealed, { mode: 0o600 });
    else if (text === undefined) await rm(file, { force: true });
    // Where nothing was ever sealed, no file is expected.
    else if (unread + opened.length > 0 || (await isThere()))
      throw new Error("nothing seals it at the moment");
    for (const path of opened.splice(0)) await rm(path, { force: true });
  };
  return {
    /** The kept texts, the oldest first. */
    texts,
    /** Whether a file lies aside that may be opened another time. */
    hasUnread: unread > 0,
    /** Writes in order: the last text stays; undefined removes the file. */
    write: (text: string | undefined): Promise<void> => {
      const next = turn.then(() => write(text));
      turn = next.catch(() => undefined);
      return next;
    },
  };
};
