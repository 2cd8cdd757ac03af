import { FileStore } from "@tus/file-store";
import { Upload as TusUpload } from "@tus/server";
import { AppError, isUuid } from "@knowhow/shared";
import { mkdirSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Upload } from "./Upload.ts";

/** Where uploads wait until they are whole: beside the objects, on the same disk, and shared wherever those are. */
const folderOf = (dataDir: string): string => join(dataDir, "objects", "resumable");

/**
 * The pieces of uploads, one file each. What an upload is stands in the database alone; how much of it has come, the
 * length of its file says.
 */
export class StagedFiles extends FileStore {
  constructor(dataDir: string) {
    const directory = folderOf(dataDir);
    // The parent would make it later, open to everybody, and end the process where it can not.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory });
    this.extensions = ["creation", "termination", "expiration"];
  }

  pathOf(id: string): string {
    return join(this.directory, id);
  }

  /** Bytes that have come. */
  async sizeOf(id: string): Promise<number> {
    const found = await stat(this.pathOf(id)).catch(() => undefined);
    return found?.size ?? 0;
  }

  /** Ids of all uploads of which something lies here. */
  async ids(): Promise<string[]> {
    return (await readdir(this.directory)).filter(isUuid);
  }

  async drop(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Its row is written by then; the file comes with the first look at it. */
  override create(upload: TusUpload): Promise<TusUpload> {
    return Promise.resolve(upload);
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await Upload.query().findById(id);
    if (!row) throw new AppError("NOT_FOUND");
    const { size, objectId } = row;
    if (objectId !== null) return new TusUpload({ id, size, offset: size });
    // A process may have been killed before there was one; what comes is written into a file that is there.
    await open(this.pathOf(id), "a", 0o600).then((handle) => handle.close());
    return new TusUpload({ id, size, offset: await this.sizeOf(id) });
  }

  override async remove(id: string): Promise<void> {
    await Upload.query().deleteById(id);
    await this.drop(id);
  }
}
