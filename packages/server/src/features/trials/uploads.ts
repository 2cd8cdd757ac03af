import { AppError } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { storedBytes, type ByteSource } from "../../documents/byteSource.ts";
import { judgeUploads } from "../../storage/judgement.ts";
import { findStoredFile } from "../../storage/storedFile.ts";
import { idOf, keyOf, pathOf } from "../../storage/StoredObject.ts";

/** An uploaded file of its owner's, in use or not yet. */
export interface OwnUpload {
  objectId: string;
  ownerId: string;
  isInUse: boolean;
  /** Name of the judged copy of its bytes. */
  copy: string | null;
  extension: string;
  source: ByteSource;
}

interface Row {
  copy: string | null;
  is_attached: boolean;
}

/** A person's own upload, by its judged bytes; NOT_FOUND of all else, and of what can not be sold. */
export const findOwnUpload = async (
  deps: Pick<Deps, "pool" | "storage" | "log">,
  objectId: string,
  ownerId: string,
): Promise<OwnUpload> => {
  const path = pathOf(objectId);
  if (idOf(path) === undefined) throw new AppError("NOT_FOUND");
  const { rows } = await deps.pool.query<Row>({
    name: "trial_upload",
    text: /* sql */ `
      select copy, attached_at is not null as is_attached from objects
      where id = $1 and owner_id = $2`,
    values: [objectId, ownerId],
  });
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  if (row.is_attached) {
    const stored = await findStoredFile(deps, path);
    if (!stored) throw new AppError("NOT_FOUND");
    return { objectId, ownerId, isInUse: true, copy: row.copy, ...stored };
  }
  const judged = (await judgeUploads(deps, ownerId, [{ path, kind: "file" }])).get(objectId);
  if (!judged || !("copy" in judged) || judged.copy === null || judged.extension === null)
    throw new AppError("NOT_FOUND");
  const { copy, size, extension } = judged;
  const source = storedBytes(deps.storage, keyOf(objectId, copy), size);
  return { objectId, ownerId, isInUse: false, copy, extension, source };
};
