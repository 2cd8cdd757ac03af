import { FileStore } from "@tus/file-store";
import { isUuid } from "@knowhow/shared";
import { mkdirSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "./fileErrors.ts";
import { MissingObject, type Pieces } from "./storage.ts";
import { arrivalKeyOf } from "./StoredObject.ts";

/**
 * The bytes of resumable uploads in a folder, one file each: its length is the number of received bytes. `adopt` gives a
 * file that nobody writes to any more a key of the storage.
 */
export const createFolderPieces = (
  directory: string,
  adopt: (path: string, key: string) => Promise<void>,
): Pieces => {
  let store: FileStore | undefined;
  const openStore = (): FileStore => {
    // The library would make it later, readable by all, and end the process where it can not.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new FileStore({ directory });
  };
  const pathOf = (id: string): string => join(directory, id);
  return {
    async sizeOf(id) {
      const found = await stat(pathOf(id)).catch(ignoreMissing);
      return found?.size ?? 0;
    },
    async append(id, source, offset) {
      store ??= openStore();
      // The library appends to an existing file.
      await open(pathOf(id), "a", 0o600).then((handle) => handle.close());
      return store.write(source, id, offset);
    },
    async adopt(id, size) {
      const key = arrivalKeyOf(id);
      const found = await stat(pathOf(id)).catch(ignoreMissing);
      if (found?.size !== size) throw new MissingObject(key);
      await adopt(pathOf(id), key);
    },
    async drop(id) {
      await rm(pathOf(id), { force: true });
    },
    async ids() {
      const names = await readdir(directory).catch(ignoreMissing);
      return names?.filter(isUuid) ?? [];
    },
  };
};
