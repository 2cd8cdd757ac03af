import { draftKeptDays, uploadKeptDays } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { finishUpload } from "./finish.ts";
import { createLocker } from "../../storage/locker.ts";
import { StagedFiles } from "./stagedFiles.ts";

/** Rows that have had their time; what became of the finished ones stays. */
const rules = [
  `delete from uploads where object_id is null and last_byte_at <= app_now() - interval '${uploadKeptDays} days'`,
  `delete from uploads where object_id is not null and last_byte_at <= app_now() - interval '${draftKeptDays} days'`,
  `delete from uploads u using users p where p.id = u.owner_id and (p.is_banned = 1 or p.left_at is not null)`,
];
const askedAtOnce = 500;

/**
 * Removes uploads that nobody goes on with, and those of people who are banned or left, with their bytes; ends those of
 * which everything has come and whose process was killed.
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
    // What a killed process received counts too.
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
        // A row is written before its file, and a file that is still written to goes with the last who holds it.
        if (size === undefined) await files.drop(id);
        else await look(id, size, await files.sizeOf(id));
      } catch (error) {
        // Somebody is at it, or the storage is away: the next round comes soon, and one does not keep the others.
        log.warn({ err: error, uploadId: id }, "an upload could not be finished");
      }
    }
  }
};
