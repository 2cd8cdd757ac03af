import { draftKeptDays, uploadKeptDays } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { finishUpload } from "./finish.ts";
import { createLocker } from "../../storage/locker.ts";
import { StagedFiles } from "./stagedFiles.ts";

/** Rows past their time; the objects of the finished ones stay. */
const rules = [
  `delete from uploads where object_id is null and last_byte_at <= app_now() - interval '${uploadKeptDays} days'`,
  `delete from uploads where object_id is not null and last_byte_at <= app_now() - interval '${draftKeptDays} days'`,
  `delete from uploads u using users p where p.id = u.owner_id and (p.is_banned = 1 or p.left_at is not null)`,
];
const askedAtOnce = 500;

/**
 * Deletes abandoned uploads, and those of users who are banned or left, with their bytes; finishes fully received ones
 * whose process was killed.
 */
export const sweepUploads = async (
  deps: Pick<Deps, "config" | "pool" | "knex" | "storage" | "log" | "failpoint">,
): Promise<void> => {
  const { pool, log } = deps;
  for (const rule of rules) await pool.query(rule);
  const files = new StagedFiles(deps.config.dataDir);
  const locker = createLocker(pool);
  const look = async (id: string, size: number, received: number): Promise<void> => {
    if (received === size) await finishUpload({ ...deps, files, locker }, id);
    // Bytes that a killed process received count too.
    else
      await pool.query("update uploads set received = $2 where id = $1 and received < $2 and $2 < size", [
        id,
        received,
      ]);
  };
  const ids = await files.ids();
  for (let from = 0; from < ids.length; from += askedAtOnce) {
    const some = ids.slice(from, from + askedAtOnce);
    const { rows } = await pool.query<{ id: string; size: number }>(
      "select id, size from uploads where id = any($1)",
      [some],
    );
    const sizes = new Map(rows.map(({ id, size }) => [id, size]));
    for (const id of some) {
      const size = sizes.get(id);
      try {
        // A row is written before its file; a file still being written is freed when it is closed.
        if (size === undefined) await files.drop(id);
        else await look(id, size, await files.sizeOf(id));
      } catch (error) {
        // Locked by a call, or the storage is away: the next round tries again, and one does not stop the others.
        log.warn({ err: error, uploadId: id }, "an upload could not be finished");
      }
    }
  }
};
