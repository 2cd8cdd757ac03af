import type { TablePage, TrialFile, TrialShare } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { openPartSql } from "../orders/policy.ts";

/** A text that is open: of a slide or of rows, or, without a page, the beginning of the file. */
export interface TrialText {
  page: number | null;
  text: string;
}

/** The kind and length of a file as it was read. */
export interface ReadFile extends TrialFile {
  /** How the pages of its sheets begin, for its seller alone. */
  tables: TablePage[];
}

/** What everyone may read of one file. */
export interface Trial extends ReadFile, TrialShare {
  objectId: string;
  isChosen: boolean;
  texts: TrialText[];
  /** Names the open part, as orders compare it. */
  part: string;
}

/** The trials of these files of a content that are kept, by the file's id; with the beginnings of tables, if asked for. */
export const findTrials = async (
  { pool }: Pick<Deps, "pool">,
  contentId: string,
  objectIds: readonly string[],
  hasTables = false,
): Promise<Map<string, Trial>> => {
  const { rows } = await pool.query<Trial>({
    name: "trials_find",
    text: /* sql */ `
      select object_id as "objectId", unit, total, pages, characters, is_chosen as "isChosen", texts,
             ${openPartSql("content_trials")} as part,
             case when $3::boolean then tables else '[]' end as tables
      from content_trials where content_id = $1 and object_id = any ($2::uuid[])`,
    values: [contentId, objectIds, hasTables],
  });
  return new Map(rows.map((row) => [row.objectId, row]));
};

const lists: readonly string[] = ["texts", "tables"];

const columnsOf = (
  contentId: string,
  { objectId, unit, total, pages, characters, isChosen, texts, tables }: Trial,
) => ({
  content_id: contentId,
  object_id: objectId,
  ...{ unit, total, pages, characters },
  is_chosen: isChosen,
  texts: JSON.stringify(texts),
  tables: JSON.stringify(tables),
});

/**
 * Keeps a content's first trial of a file, unless its seller chose one meanwhile, or gave it another price than the one
 * by which a choice was judged; one that was chosen with the upload only while that choice stands.
 */
export const keepFirst = async (
  { knex }: Pick<Deps, "knex">,
  { id, price }: { id: string; price: number },
  trial: Trial,
): Promise<void> => {
  const { content_id, ...columns } = columnsOf(id, trial);
  const names = Object.keys(columns);
  // The lock waits for an edit of the price, and is no hindrance to purchases.
  await knex.raw(
    /* sql */ `
      with content as (select id from contents where id = ? and price = ? for share)
      insert into content_trials (content_id, ${names.join(", ")})
      select id, ${names.map((name) => (lists.includes(name) ? "?::jsonb" : "?")).join(", ")} from content
      where not ?::boolean or exists (
        select from upload_trials
        where object_id = ? and is_chosen and pages = ?::integer[] and characters = ?)
      on conflict do nothing`,
    [
      ...[content_id, price, ...Object.values(columns)],
      ...[trial.isChosen, trial.objectId, trial.pages, trial.characters],
    ],
  );
};

/** Keeps the texts of open pages, as far as the same pages are open still. */
export const keepTexts = async (
  { pool }: Pick<Deps, "pool">,
  contentId: string,
  { objectId, pages, texts }: Trial,
): Promise<void> => {
  await pool.query({
    name: "trial_texts",
    text: /* sql */ `
      -- Locked in the order of edits, which change a content and then its trials.
      with content as materialized (select id from contents where id = $1 for share)
      update content_trials t set texts = $4 from content
      where t.content_id = content.id and t.object_id = $2 and t.unit = 'page' and t.pages = $3`,
    values: [contentId, objectId, pages, JSON.stringify(texts)],
  });
};

/** How much there is of an uploaded file, and how much of it its owner opens. */
export interface UploadShare extends ReadFile, TrialShare {
  isChosen: boolean;
}

/** The share of an upload whose bytes are this copy; of other bytes nothing is known. */
export const findUploadShare = async (
  { pool }: Pick<Deps, "pool">,
  objectId: string,
  copy: string | null,
): Promise<UploadShare | undefined> => {
  const { rows } = await pool.query<UploadShare>({
    name: "upload_trial",
    text: /* sql */ `
      select unit, total, pages, characters, is_chosen as "isChosen", tables from upload_trials
      where object_id = $1 and copy is not distinct from $2`,
    values: [objectId, copy],
  });
  return rows[0];
};

const keepShareSql = /* sql */ `
  -- The lock waits for a content that takes it into use.
  with known as (select id from objects where id = $1 and (not $8::boolean or attached_at is null) for share)
  insert into upload_trials (object_id, copy, unit, total, pages, characters, is_chosen, tables)
  select id, $2, $3, $4, $5, $6, $7, $9::jsonb from known
  on conflict (object_id) do update
  set copy = excluded.copy, unit = excluded.unit, total = excluded.total, pages = excluded.pages,
      characters = excluded.characters, is_chosen = excluded.is_chosen,
      tables = excluded.tables
  where $8 or upload_trials.copy is distinct from excluded.copy`;

/**
 * Keeps how much there is of an upload; what its owner has decided takes the place of what was there, unless the upload is
 * in use. Tells whether it is kept.
 */
export const keepUploadShare = async (
  { pool }: Pick<Deps, "pool">,
  objectId: string,
  copy: string | null,
  { unit, total, pages, characters, isChosen, tables }: UploadShare,
  isDecided = false,
): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: "upload_trial_keep",
    text: keepShareSql,
    values: [objectId, copy, unit, total, pages, characters, isChosen, isDecided, JSON.stringify(tables)],
  });
  return rowCount === 1;
};

/** Puts the trials of a content's files in the place of those before, and of what was chosen with the uploads. */
export const replaceTrials = async (trx: Trx, contentId: string, trials: readonly Trial[]): Promise<void> => {
  if (trials.length === 0) return;
  await trx("content_trials")
    .insert(trials.map((trial) => columnsOf(contentId, trial)))
    .onConflict(["content_id", "object_id"])
    .merge();
  const ids = trials.map(({ objectId }) => objectId);
  await trx("upload_trials").whereIn("object_id", ids).delete();
};
