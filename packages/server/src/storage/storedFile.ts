import type { Deps } from "../deps.ts";
import { storedBytes, type ByteSource } from "../documents/byteSource.ts";
import { idOf, keyOf } from "./StoredObject.ts";

/** A stored file whose kind was told by its bytes. */
interface StoredFile {
  extension: string;
  source: ByteSource;
}

/** The file behind an object path; undefined of a link, of what has no known kind, and where the bytes are gone. */
export const findStoredFile = async (
  { pool, storage }: Pick<Deps, "pool" | "storage">,
  url: string,
): Promise<StoredFile | undefined> => {
  const id = idOf(url);
  if (id === undefined) return undefined;
  const { rows } = await pool.query<{ extension: string | null; copy: string | null }>(
    "select extension, copy from objects where id = $1",
    [id],
  );
  const [object] = rows;
  if (!object?.extension) return undefined;
  const key = keyOf(id, object.copy);
  const found = await storage.stat(key);
  return found && { extension: object.extension, source: storedBytes(storage, key, found.size) };
};
