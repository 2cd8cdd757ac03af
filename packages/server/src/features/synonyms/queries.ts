import type { Synonym } from "@knowhow/shared/schemas.ts";
import type pg from "pg";

/** The entries that have a word with these letters, newest first. */
export const listSynonyms = async (
  { pool }: { pool: pg.Pool },
  { letters, cursor, limit }: { letters: string; cursor: string | undefined; limit: number },
): Promise<Synonym[]> => {
  const { rows } = await pool.query<Synonym>(
    `select s.id, s.words from search_synonyms s
     where ($1::uuid is null or s.id < $1) and exists (select from unnest(s.words) w where strpos(w, $2) > 0)
     order by s.id desc limit $3`,
    [cursor ?? null, letters, limit],
  );
  return rows;
};

/** The number of entries that have a word with these letters. */
export const countSynonyms = async ({ pool }: { pool: pg.Pool }, letters: string): Promise<number> => {
  const { rows } = await pool.query<{ total: number }>(
    `select count(*)::int as total from search_synonyms s
     where exists (select from unnest(s.words) w where strpos(w, $1) > 0)`,
    [letters],
  );
  return rows[0]?.total ?? 0;
};
