import { readFile, rm } from "node:fs/promises";
import writeFileAtomic from "write-file-atomic";
import type { Seal } from "./session.ts";

/** What the window asks to be kept: sealed in one file; in this process alone where the system protects nothing. */
export const openMemory = ({ file, seal }: { file: string; seal: Seal }) => {
  let turn: Promise<unknown> = Promise.resolve();
  /** What was written last, for a window that is loaded anew. */
  let last: string | undefined;
  const write = async (text: string): Promise<void> => {
    const sealed = text === "" ? undefined : await seal.close(text);
    if (sealed) await writeFileAtomic(file, sealed, { mode: 0o600 });
    else await rm(file, { force: true });
  };
  return {
    read: async (): Promise<string> => {
      if (last !== undefined) return last;
      try {
        return await seal.open(await readFile(file));
      } catch {
        // Nothing was kept, or under another key.
        return "";
      }
    },
    /** One after the other: what was written last is what stays. */
    write: (text: string): Promise<void> => {
      last = text;
      const next = turn.then(() => write(text));
      turn = next.catch(() => undefined);
      return next;
    },
  };
};
