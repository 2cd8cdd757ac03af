import { uploadsPath } from "@knowhow/shared";
import pLimit from "p-limit";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { ListedObject } from "../../storage/storage.ts";
import { arrivalKeyOf, keyOf, StoredObject } from "../../storage/StoredObject.ts";

type Parts = Pick<Deps, "knex" | "pool" | "storage" | "log">;

/** Name of the work that removes bytes; it rests while a backup copies them. */
export const removalName = "removeBytes";

const keptDays = 7;
const removalsAtOnce = 8;
/** Rows that stay locked together until their bytes are deleted: few, so that a slow store finishes in time. */
const batchSize = 10;
const listedAtOnce = 500;

/**
 * Whether nothing refers to an object `o`. A seller with sales keeps all objects that were ever in use, since one may
 * have been bought, but not former profile images and pictures of ratings. A report's evidence is kept as long as the report.
 */
const isLoose = /* sql */ `
  not exists (select from drafts d where d.owner_id = o.owner_id
              and (d.files || d.previews) @> jsonb_build_array(jsonb_build_object('objectPath', '${uploadsPath}' || o.id)))
  and not exists (select from snapshot_objects k where k.object_id = o.id)
  and not exists (select from report_evidence_pictures k where k.object_id = o.id)
  and not exists (select from rating_pictures k where k.object_id = o.id)
  and (o.attached_at is null or (
    not exists (select from users u where u.id = o.owner_id and u.profile_image_url = '${uploadsPath}' || o.id)
    and not exists (select from contents c where c.seller_id = o.owner_id
                    and '${uploadsPath}' || o.id = any (c.file_urls || coalesce(c.preview_image_urls, '{}')))
    and not exists (select from content_versions v join contents c on c.id = v.content_id
                    where c.seller_id = o.owner_id and '${uploadsPath}' || o.id = any (v.file_urls))
    and (o.kind in ('profile', 'rating') or not exists (select from orders s where s.seller_id = o.owner_id and s.paid_at is not null))))`;

/** Locks such objects, a week after their upload, from the oldest on. */
const lockSql = /* sql */ `
  select o.id, o.created_at from objects o
  where o.created_at <= app_now() - interval '${keptDays} days'
    and (o.created_at, o.id) > (?::timestamptz, ?::uuid)
    and ${isLoose}
  order by o.created_at, o.id limit ${batchSize} for update of o skip locked`;

/**
 * The locked objects that still are such. A new reference locks its object until it is stored: one that was stored
 * before this lock is seen by this second look, and none comes after it.
 */
const stillLooseSql = /* sql */ `select o.id from objects o where o.id = any (?::uuid[]) and ${isLoose}`;

interface Row {
  id: string;
  created_at: Date | string;
}

const removeBytes = async ({ storage }: Parts, id: string): Promise<void> => {
  for (const folder of [`derived/${id}/`, `copies/${id}/`])
    for await (const { key } of storage.list(folder)) await storage.remove(key);
  await storage.remove(arrivalKeyOf(id));
  await storage.remove(keyOf(id, null));
};

const removeBatch = async (
  parts: Parts,
  trx: Trx,
  after: Row,
): Promise<{ removed: number; next: Row | undefined }> => {
  const locked = await trx.raw<{ rows: Row[] }>(lockSql, [after.created_at, after.id]);
  const { rows } = await trx.raw<{ rows: Pick<Row, "id">[] }>(stillLooseSql, [
    locked.rows.map(({ id }) => id),
  ]);
  const limit = pLimit(removalsAtOnce);
  const removed = await limit.map(rows, async ({ id }) => {
    try {
      // The bytes first: without the row they would never be found again.
      await removeBytes(parts, id);
      return id;
    } catch (error) {
      // The next round tries again; one failure does not stop the others.
      parts.log.warn({ err: error, objectId: id }, "the bytes of an object could not be removed");
      return undefined;
    }
  });
  const ids = removed.filter((id) => id !== undefined);
  if (ids.length > 0) await StoredObject.query(trx).delete().whereIn("id", ids);
  // When all of them fail, the store is away: the next round comes soon.
  const isAway = rows.length > 0 && ids.length === 0;
  return { removed: ids.length, next: isAway ? undefined : locked.rows.at(-1) };
};

/** Deletes objects without references, with their bytes; returns how many. */
export const removeOrphaned = async (parts: Parts): Promise<number> => {
  let total = 0;
  let last: Row | undefined = { created_at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
  while (last) {
    const after: Row = last;
    const batch = await StoredObject.transaction(parts.knex, (trx) => removeBatch(parts, trx, after));
    total += batch.removed;
    last = batch.next;
  }
  return total;
};

/** Stale bytes at upload addresses: their object is in use, with a copy of them, or is gone. */
const staleSql = /* sql */ `
  select key from unnest($1::text[], $2::timestamptz[]) as listed (key, written_at)
  where written_at <= now() - $3 * interval '1 hour' and not exists (
    select from objects o where o.attached_at is null
      and o.id = substring(key from '^arrived/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid)`;

/** Deletes stale bytes from upload addresses, a day after they arrived; returns how many. */
export const removeStaleArrivals = async (
  { pool, storage }: Pick<Parts, "pool" | "storage">,
  hours = 24,
): Promise<number> => {
  let total = 0;
  const removeStale = async (listed: readonly ListedObject[]) => {
    const { rows } = await pool.query<{ key: string }>(staleSql, [
      listed.map(({ key }) => key),
      listed.map(({ writtenAt }) => writtenAt.toISOString()),
      hours,
    ]);
    const limit = pLimit(removalsAtOnce);
    await limit.map(rows, ({ key }) => storage.remove(key));
    total += rows.length;
  };
  let listed: ListedObject[] = [];
  for await (const object of storage.list("arrived/")) {
    listed.push(object);
    if (listed.length < listedAtOnce) continue;
    await removeStale(listed);
    listed = [];
  }
  if (listed.length > 0) await removeStale(listed);
  return total;
};
