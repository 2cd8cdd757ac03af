import { draftKeptDays, uploadKeptDays } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { finishUpload } from "./finish.ts";
import { createLocker } from "../../storage/locker.ts";

/** Rows past their time; the objects of the finished ones stay. */
const rules = [
  `delete from uploads where object_id is null and last_byte_at <= app_now() - interval '${uploadKeptDays} days'`,
  `delete from uploads where object_id is not null and last_byte_at <= app_now() - interval '${draftKeptDays} days'`,
  `delete from uploads u using users p where p.id = u.owner_id and (p.is_banned = 1 or p.left_at is not null)`,
];
const askedAtOnce = 500;

interface Row {
  id: string;
  size: number;
  is_finished: boolean;
}

/**
 * Deletes abandoned uploads, and those of users who are banned or left, with their bytes; finishes fully received ones
 * whose process was killed.
 */
export const sweepUploads = async (
  deps: Pick<Deps, "pool" | "directPool" | "knex" | "storage" | "log" | "failpoint">,
): Promise<void> => {
  const { pool, directPool, log } = deps;
  const { pieces } = deps.storage;
  for (const rule of rules) await pool.query(rule);
  const locker = createLocker(directPool);
  const look = async ({ id, size, is_finished: isFinished }: Row): Promise<void> => {
    const received = isFinished ? size : await pieces.sizeOf(id);
    if (received === size) await finishUpload({ ...deps, locker }, id);
    // Bytes that a killed process received count too.
    else
      await pool.query("update uploads set received = $2 where id = $1 and received < $2 and $2 < size", [
        id,
        received,
      ]);
  };
  const ids = await pieces.ids();
  for (let from = 0; from < ids.length; from += askedAtOnce) {
    const some = ids.slice(from, from + askedAtOnce);
    const { rows } = await pool.query<Row>(
      "select id, size, object_id is not null as is_finished from uploads where id = any($1)",
      [some],
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const row = known.get(id);
      try {
        // A row is written before its pieces; what a call still writes goes in the next round.
        if (row === undefined) await pieces.drop(id);
        else await look(row);
      } catch (error) {
        // Locked by a call, or the storage is away: the next round tries again, and one does not stop the others.
        log.warn({ err: error, uploadId: id }, "an upload could not be finished");
      }
    }
  }
};
