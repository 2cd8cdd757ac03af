import { maxReadings, type ReadingEntry, type ReadingForm, type ReadingPlace } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { previewAddress } from "../contents/presenter.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** One file of a content and its reader. */
interface ReadFile {
  userId: string;
  contentId: string;
  index: number;
}

interface PlaceRow {
  position: number;
  page: number | null;
  read_at: Date;
}

const placeOf = ({ position, page, read_at }: PlaceRow): ReadingPlace => ({
  position,
  page,
  at: read_at.toISOString(),
});

/** Where a person stopped reading a file; its beginning, if they never read it. */
export const findPlace = async (
  { pool }: Pick<Deps, "pool">,
  { userId, contentId, index }: ReadFile,
): Promise<ReadingPlace> => {
  const { rows } = await pool.query<PlaceRow>({
    name: "reading_place",
    text: `select position, page, read_at from reading_positions
           where user_id = $1 and content_id = $2 and file_index = $3`,
    values: [userId, contentId, index],
  });
  return rows[0] ? placeOf(rows[0]) : { position: 0, page: null, at: null };
};

/** Clocks of devices differ by so much and are still right. */
const maxAheadMinutes = 5;

/** Keeps a place, unless a newer one is kept. A time far ahead, which would win for good, counts as now. */
export const keepPlace = async (
  { pool }: Pick<Deps, "pool">,
  { userId, contentId, index }: ReadFile,
  { position, page, at }: ReadingForm,
): Promise<void> => {
  await pool.query({
    name: "reading_keep",
    text: /* sql */ `
      insert into reading_positions as kept (user_id, content_id, file_index, position, page, read_at)
      values ($1, $2, $3, $4, $5,
              case when $6::timestamptz > app_now() + interval '${maxAheadMinutes} minutes' then app_now() else $6 end)
      on conflict (user_id, content_id, file_index) do update
        set position = excluded.position, page = excluded.page, read_at = excluded.read_at
        where kept.read_at <= excluded.read_at`,
    values: [userId, contentId, index, position, page ?? null, at],
  });
};

interface EntryRow extends PlaceRow {
  content_id: string;
  file_index: number;
  title: string;
  category: string;
  preview: string | null;
  file_name: string;
}

/** The newest places in files that their reader may still download. */
export const findPlaces = async (
  { pool }: Pick<Deps, "pool">,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<ReadingEntry[]> => {
  const { rows } = await pool.query<EntryRow>({
    name: "reading_places",
    text: /* sql */ `
      select r.content_id, r.file_index, c.title, c.category, c.preview_image_urls[1] as preview,
             coalesce(c.file_names[r.file_index + 1], '') as file_name,
             r.position, r.page, r.read_at
      from reading_positions r join contents c on c.id = r.content_id
      where r.user_id = $1 and r.file_index < cardinality(c.file_urls)
        and ($2 or c.seller_id = $1
             or exists (select from orders o
                        where o.buyer_id = $1 and o.content_id = c.id and ${givesAccessSql("o")}))
      order by r.read_at desc
      limit ${maxReadings}`,
    values: [id, isAdmin],
  });
  return rows.map((row) => ({
    contentId: row.content_id,
    index: row.file_index,
    title: row.title,
    category: row.category,
    previewImageUrl: row.preview === null ? null : previewAddress(row.content_id, row.preview, 0, true),
    fileName: row.file_name,
    position: row.position,
    page: row.page,
    at: row.read_at.toISOString(),
  }));
};
