import { readFile, rm } from "node:fs/promises";
import writeFileAtomic from "write-file-atomic";

/** How text is sealed by the system, and opened again. */
export interface Seal {
  /** Undefined where nothing protects it. */
  close: (text: string) => Promise<Buffer | undefined>;
  open: (sealed: Buffer) => Promise<string>;
}

/** One file that only the system's key opens; where nothing protects it there is no file. */
export const createSealedFile = ({ file, seal }: { file: string; seal: Seal }) => {
  let turn: Promise<unknown> = Promise.resolve();
  const write = async (text: string | undefined): Promise<void> => {
    const sealed = text === undefined ? undefined : await seal.close(text);
    if (sealed) await writeFileAtomic(file, sealed, { mode: 0o600 });
    else await rm(file, { force: true });
  };
  return {
    /** Undefined where there is nothing, or nothing that this key opens. */
    read: async (): Promise<string | undefined> => {
      try {
        return await seal.open(await readFile(file));
      } catch {
        return undefined;
      }
    },
    /** Writes in order: the last text stays; undefined removes the file. */
    write: (text: string | undefined): Promise<void> => {
      const next = turn.then(() => write(text));
      turn = next.catch(() => undefined);
      return next;
    },
  };
};
