import { randomUUID } from "node:crypto";
import { constants, type BigIntStats } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { hasCode, isMissing } from "./fileErrors.ts";
import { createFolderPieces } from "./folderPieces.ts";
import { createStaging } from "./staging.ts";
import { checkKey, MissingObject, type ListedObject, type Storage, type StoredBytes } from "./storage.ts";
import { createUploadAddresses } from "./uploadAddress.ts";

/** Brings a folder's entries to the disk. */
const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Brings a file's bytes to the disk. */
const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files are never written to once they are in place, so that the file and the time of its bytes name them. */
const told = ({ size, ino, mtimeNs }: BigIntStats): StoredBytes => ({
  size: Number(size),
  mark: `${size}-${ino}-${mtimeNs}`,
});

/** Gives the same bytes a second name, or copies them where the file system can not. */
const duplicate = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (!hasCode(error, "EPERM", "ENOTSUP", "EXDEV", "EMLINK", "ENOSYS")) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await syncFile(to);
  }
};

/** Objects in a folder, with signed upload addresses that this server answers itself. */
export const createFolderStorage = ({ root, signingKey }: { root: string; signingKey: Buffer }): Storage => {
  const incoming = join(root, "incoming");
  const pathOf = (key: string): string => {
    checkKey(key);
    return join(root, key);
  };

  /** A file replaces the one before at once; files are never changed, only replaced. */
  const place = async (path: string, key: string): Promise<void> => {
    const target = pathOf(key);
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
    await syncFolder(dirname(target));
  };
  const staging = createStaging(incoming, place);
  const addresses = createUploadAddresses(signingKey);

  const adopt = async (from: string, key: string): Promise<void> => {
    await mkdir(incoming, { recursive: true });
    const path = join(incoming, randomUUID());
    try {
      // Written by others, who leave it to us when the bytes reach the disk.
      await syncFile(from);
      await duplicate(from, path);
      await place(path, key);
    } finally {
      // Also where both names already were of the same bytes: then a rename does nothing.
      await rm(path, { force: true });
    }
  };

  const statOf = async (key: string) => {
    try {
      const found = await stat(pathOf(key), { bigint: true });
      return found.isFile() ? told(found) : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    direct: {
      stage: staging.stage,
      verifyGrant: addresses.verify,
    },
    pieces: createFolderPieces(join(root, "resumable"), adopt),
    signUpload: (grant) => Promise.resolve(addresses.sign(grant)),
    stat: statOf,
    async open(key, range) {
      try {
        const handle = await open(pathOf(key), "r");
        return handle.createReadStream(range ? { start: range.start, end: range.end } : {});
      } catch (error) {
        throw isMissing(error) ? new MissingObject(key) : error;
      }
    },
    localPath: pathOf,
    async write(key, bytes) {
      checkKey(key);
      const staged = await staging.stage(Readable.from([bytes]), bytes.length);
      try {
        await staged.commit(key);
      } finally {
        await staged.discard();
      }
    },
    async copy(from, to) {
      await mkdir(incoming, { recursive: true });
      const path = join(incoming, randomUUID());
      try {
        const source = told(await stat(pathOf(from), { bigint: true }));
        await duplicate(pathOf(from), path);
        // Of the copy itself: other bytes may have taken the place of those that were looked at.
        const { size } = await stat(path);
        await place(path, to);
        return { ...source, size };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      } finally {
        // Also where both names already were of the same bytes: then a rename does nothing.
        await rm(path, { force: true });
      }
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // A folder of one object's own goes with its last file; the first level stays for others.
      if (key.split("/").length < 3) return;
      await rmdir(dirname(path)).catch((error: unknown) => {
        if (!isMissing(error) && !hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
      });
    },
    async *list(folder): AsyncGenerator<ListedObject> {
      const path = pathOf(`${folder}x`).slice(0, -1);
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        },
      );
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const { mtime } = await stat(file).catch(() => ({ mtime: undefined }));
        // Removed since the folder was read.
        if (mtime) yield { key: relative(root, file).split(sep).join("/"), writtenAt: mtime };
      }
    },
    check: staging.check,
    close: () => undefined,
  };
};
