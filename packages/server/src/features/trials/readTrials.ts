import type { Deps } from "../../deps.ts";
import { findTrials } from "./queries.ts";
import { createTrialFiles, filesOf, isUnread } from "./trialFiles.ts";

/** Time that a round may take, in milliseconds; the reading that is under way then is finished. */
const maxMs = 10_000;
/** A trial that can not be read is left alone afterwards: its page reads it when it is asked for. */
const maxAttempts = 3;

interface Due {
  id: string;
  dueAt: string;
  attempts: number;
}

const statements = {
  // Taken for ten minutes: a killed process leaves it to a later round.
  take: /* sql */ `
    update trial_readings r set due_at = app_now() + interval '10 minutes', attempts = r.attempts + 1
    from (select content_id from trial_readings where due_at <= app_now()
          order by due_at desc, content_id desc limit 1 for no key update skip locked) next
    where r.content_id = next.content_id
    returning r.content_id as id, r.due_at::text as "dueAt", r.attempts`,
  find: /* sql */ `
    select id, price, coalesce(file_urls, '{}') as "fileUrls" from contents where id = $1 and deleted_at is null`,
  follow: "select follow_trials($1)",
  // Changed meanwhile, it is due again.
  end: "delete from trial_readings where content_id = $1 and due_at = $2::timestamptz",
} as const;

/**
 * Reads trials before their first visitor, so that search finds their words: those of the newest contents first, one
 * after another, for a part of each minute.
 */
export const readTrials = async (deps: Deps): Promise<void> => {
  const { pool, log } = deps;
  const end = performance.now() + maxMs;
  const files = createTrialFiles(deps);

  const read = async (contentId: string): Promise<boolean> => {
    const { rows } = await pool.query<{ id: string; price: number; fileUrls: string[] }>(statements.find, [
      contentId,
    ]);
    const [content] = rows;
    if (!content) return true;
    const placed = filesOf(content.fileUrls);
    for (const file of placed) {
      const [trial] = await files.find(content, [file]);
      if (trial) await files.withTexts(content.id, trial, file.url);
    }
    await pool.query(statements.follow, [contentId]);
    const ids = placed.map(({ objectId }) => objectId);
    const kept = await findTrials(deps, content.id, ids);
    // A file that was too much just now has no trial that is kept.
    return ids.every((id) => {
      const trial = kept.get(id);
      return trial !== undefined && !isUnread(trial);
    });
  };

  while (performance.now() < end) {
    const { rows } = await pool.query<Due>(statements.take);
    const [due] = rows;
    if (!due) return;
    const isRead = await read(due.id).catch((error: unknown) => {
      log.warn({ err: error, contentId: due.id }, "a trial was not read for search");
      return false;
    });
    if (isRead || due.attempts >= maxAttempts) await pool.query(statements.end, [due.id, due.dueAt]);
  }
};
