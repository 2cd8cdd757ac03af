import type { Locker } from "@tus/server";
import type { Deps } from "../../deps.ts";
import { withLock } from "../../storage/locker.ts";
import { Upload } from "./Upload.ts";

/** The dependencies of finishing an upload. */
export interface Finishing extends Pick<Deps, "knex" | "storage" | "failpoint"> {
  locker: Locker;
}

const store = ({ knex }: Finishing, { id }: Upload): Promise<void> =>
  Upload.transaction(knex, async (trx) => {
    const row = await Upload.query(trx).findById(id).forNoKeyUpdate();
    // The row was deleted meanwhile: its bytes are removed a day later.
    if (!row) return;
    await trx.raw(
      `insert into objects (id, owner_id, kind, file_name, declared_size, declared_type, size, uploaded_at)
       select id, owner_id, kind, file_name, size, content_type, size, app_now() from uploads where id = ?
       on conflict (id) do nothing`,
      [id],
    );
    await row.$query(trx).patch({ objectId: id, received: row.size });
  });

/**
 * Makes a fully received upload an object of its owner, as if it had been sent to the object's own address. Each step
 * can be repeated, so that the next call completes what a killed process began. Does nothing to an upload that lacks
 * bytes, is finished or deleted.
 */
export const finishUpload = (parts: Finishing, id: string): Promise<void> => {
  const { locker, failpoint } = parts;
  const { pieces } = parts.storage;
  return withLock(locker, id, async () => {
    const upload = await Upload.query(parts.knex).findById(id);
    if (!upload) return;
    if (upload.objectId === null) {
      if ((await pieces.sizeOf(id)) !== upload.size) return;
      failpoint("uploadReceived");
      await pieces.adopt(id, upload.size);
      failpoint("uploadAdopted");
      await store(parts, upload);
    }
    await pieces.drop(id);
  });
};
