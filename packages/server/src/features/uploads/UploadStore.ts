import { DataStore, Upload as TusUpload } from "@tus/server";
import { AppError } from "@knowhow/shared";
import type { Readable } from "node:stream";
import type { Pieces } from "../../storage/storage.ts";
import { Upload } from "./Upload.ts";

/**
 * Uploads as the tus library sees them. The database alone describes an upload; the length of its pieces is the number of
 * received bytes.
 */
export class UploadStore extends DataStore {
  readonly #pieces: Pieces;
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor(pieces: Pieces) {
    super();
    this.#pieces = pieces;
    this.extensions = ["creation", "termination", "expiration"];
  }

  /** Nothing is left to do: the upload's row is written before the library creates. */
  override create(upload: TusUpload): Promise<TusUpload> {
    return Promise.resolve(upload);
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await Upload.query().findById(id);
    if (!row) throw new AppError("NOT_FOUND");
    const { size, objectId } = row;
    const offset = objectId === null ? await this.#pieces.sizeOf(id) : size;
    return new TusUpload({ id, size, offset });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const writing = this.#pieces.append(id, source, offset);
    this.#writing.set(id, writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(id);
    }
  }

  /** Resolves when no bytes of this upload are being put away any more, however that ended. */
  async settle(id: string): Promise<void> {
    await this.#writing.get(id)?.catch(() => undefined);
  }

  override async remove(id: string): Promise<void> {
    await Upload.query().deleteById(id);
    await this.#pieces.drop(id);
  }
}
