import type { TrialFile, TrialShare } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";

/** A text that is open: of a slide, or, without a page, the beginning of the file. */
export interface TrialText {
  page: number | null;
  text: string;
}

/** What everyone may read of one file. */
export interface Trial extends TrialFile, TrialShare {
  objectId: string;
  isChosen: boolean;
  texts: TrialText[];
}

/** The trials of these files of a content that were asked for before, by the file's id. */
export const findTrials = async (
  { pool }: Pick<Deps, "pool">,
  contentId: string,
  objectIds: readonly string[],
): Promise<Map<string, Trial>> => {
  const { rows } = await pool.query<Trial>({
    name: "trials_find",
    text: /* sql */ `
      select object_id as "objectId", unit, total, pages, characters, is_chosen as "isChosen", texts
      from content_trials where content_id = $1 and object_id = any ($2::uuid[])`,
    values: [contentId, objectIds],
  });
  return new Map(rows.map((row) => [row.objectId, row]));
};

const columnsOf = (contentId: string, { objectId, isChosen, texts, ...trial }: Trial) => ({
  content_id: contentId,
  object_id: objectId,
  ...trial,
  is_chosen: isChosen,
  texts: JSON.stringify(texts),
});

/** Keeps a proposed trial; one that its seller chose meanwhile stays. */
export const keepProposed = async (
  { knex }: Pick<Deps, "knex">,
  contentId: string,
  trial: Trial,
): Promise<void> => {
  await knex("content_trials").insert(columnsOf(contentId, trial)).onConflict().ignore();
};

/** Puts the trials of a content's files in the place of those before. */
export const replaceTrials = async (trx: Trx, contentId: string, trials: readonly Trial[]): Promise<void> => {
  if (trials.length === 0) return;
  await trx("content_trials")
    .insert(trials.map((trial) => columnsOf(contentId, trial)))
    .onConflict(["content_id", "object_id"])
    .merge();
};
