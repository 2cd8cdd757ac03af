import { FileStore } from "@tus/file-store";
import { Upload as TusUpload } from "@tus/server";
import { AppError, isUuid } from "@knowhow/shared";
import { mkdirSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Upload } from "./Upload.ts";

/** The folder of unfinished uploads: beside the objects, on the same disk, and shared as those are. */
const folderOf = (dataDir: string): string => join(dataDir, "objects", "resumable");

/**
 * The pieces of uploads, one file each. The database alone describes an upload; the length of its file is the number of
 * received bytes.
 */
export class StagedFiles extends FileStore {
  constructor(dataDir: string) {
    const directory = folderOf(dataDir);
    // The parent would make it later, readable by all, and end the process where it can not.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory });
    this.extensions = ["creation", "termination", "expiration"];
  }

  pathOf(id: string): string {
    return join(this.directory, id);
  }

  /** Received bytes. */
  async sizeOf(id: string): Promise<number> {
    const found = await stat(this.pathOf(id)).catch(() => undefined);
    return found?.size ?? 0;
  }

  /** Ids of all uploads with a file here. */
  async ids(): Promise<string[]> {
    return (await readdir(this.directory)).filter(isUuid);
  }

  async drop(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Its row is written by then; the file is created by the first look at it. */
  override create(upload: TusUpload): Promise<TusUpload> {
    return Promise.resolve(upload);
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await Upload.query().findById(id);
    if (!row) throw new AppError("NOT_FOUND");
    const { size, objectId } = row;
    if (objectId !== null) return new TusUpload({ id, size, offset: size });
    // A killed process may have left none; received bytes are appended to an existing file.
    await open(this.pathOf(id), "a", 0o600).then((handle) => handle.close());
    return new TusUpload({ id, size, offset: await this.sizeOf(id) });
  }

  override async remove(id: string): Promise<void> {
    await Upload.query().deleteById(id);
    await this.drop(id);
  }
}
