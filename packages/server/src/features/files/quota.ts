import { storageQuota } from "@knowhow/shared";
import pLimit from "p-limit";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import type { BeforeTransaction } from "../../http/beforeTransaction.ts";
import { isHeldSql } from "../../storage/locker.ts";
import { storageFull } from "../../http/tooLarge.ts";
import { arrivalKeyOf } from "../../storage/StoredObject.ts";

/** Time in which an upload address may be used. */
export const addressMinutes = 15;
/** Time after which even the slowest upload has ended. */
const latestHours = 6;
const asksAtOnce = 8;

type Parts = Pick<Deps, "pool" | "storage">;

/** The upload to check; `but` is left out of the sum. */
interface Wish {
  ownerId: string;
  size: number;
  but?: string;
}

/** Bytes that a user stores or, in the last minutes, announced; with all announced ones without `minutes`. */
const storedBytes = async (trx: Trx, { ownerId, but }: Wish, minutes: number | null): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { total: number }[] }>(
    `select coalesce(sum(case when uploaded_at is not null then size
                              when :minutes::int is null or created_at > app_now() - :minutes * interval '1 minute'
                              then coalesce(declared_size, 0) else 0 end), 0)::float8 as total
     from (
       select uploaded_at, size, created_at, declared_size from objects
       where owner_id = :ownerId and id is distinct from :but::uuid
       union all
       -- What arrives in pieces was announced anew with each of them, and one of them may take hours; of what stands
       -- still counts what has come.
       select last_byte_at, case when :minutes::int is null or last_byte_at > app_now() - :minutes * interval '1 minute'
                                   or ${isHeldSql("id")}
                                 then size else received end, null, null
       from uploads where owner_id = :ownerId and object_id is null and id is distinct from :but::uuid
     ) stored`,
    { ownerId, but: but ?? null, minutes },
  );
  return rows[0]?.total ?? 0;
};

/** Records the bytes that arrived at ended addresses: the store does not tell when a browser sends to it. */
const recordArrivals = async ({ pool, storage }: Parts, ownerId: string): Promise<void> => {
  const { rows } = await pool.query<{ id: string; is_over: boolean }>(
    `select id, created_at <= app_now() - interval '${latestHours} hours' as is_over from objects
     where owner_id = $1 and uploaded_at is null and declared_size is not null
       and created_at <= app_now() - interval '${addressMinutes} minutes'`,
    [ownerId],
  );
  const limit = pLimit(asksAtOnce);
  await limit.map(rows, async ({ id, is_over }) => {
    const size = (await storage.stat(arrivalKeyOf(id)))?.size;
    if (size !== undefined)
      await pool.query(
        "update objects set size = $2, uploaded_at = app_now() where id = $1 and uploaded_at is null",
        [id, size],
      );
    else if (is_over)
      await pool.query("update objects set declared_size = null where id = $1 and uploaded_at is null", [id]);
  });
};

/** Refuses more bytes than a user may store, counting those that may still arrive. */
export const checkQuota = async (
  parts: Parts,
  trx: Trx,
  wish: Wish,
  beforeTransaction: BeforeTransaction,
): Promise<void> => {
  // One at a time per user, so that simultaneous uploads do not exceed the limit together.
  await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 1))", [wish.ownerId]);
  const room = storageQuota - wish.size;
  if ((await storedBytes(trx, wish, null)) <= room) return;
  // Only when all announced bytes are too many is it worth asking the store what arrived.
  await beforeTransaction("arrivals", () => recordArrivals(parts, wish.ownerId));
  if ((await storedBytes(trx, wish, addressMinutes)) > room) throw storageFull();
};
