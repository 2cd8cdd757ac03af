import { homeListSize } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import { contentJson, mentorSql, popularityOf, type ContentRow } from "../contents/queries.ts";
import type { StoredContent } from "../contents/presenter.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** So many young contents are among them at least, where anything happened to as many. */
const youngPlaces = 2;
/** Contents that are looked at, of those that the most happened to. */
const busiestCount = 500;
/** The ranking is taken again after so many times what it took: a twentieth of the time at most goes into it. */
const restFactor = 20;

const inWeek = (column: string): string => `${column} > app_now() - interval '7 days'`;

const statements = {
  // Purchases and likes of the week by the indexes of their times: no content is read that nothing happened to.
  ranking: /* sql */ `
    with acts as (
      select o.content_id from orders o where ${inWeek("o.paid_at")} and ${givesAccessSql("o")}
      union all
      select l.content_id from content_likes l where ${inWeek("l.created_at")}),
    busiest as (
      select content_id as id, count(*) as acts from acts group by 1 order by 2 desc, 1 desc limit ${busiestCount}),
    ranked as (
      select c.id, c.upload_time > app_now() - interval '14 days' as is_young,
             row_number() over (order by b.acts desc, ${popularityOf("c")}) as place
      from busiest b join contents c on c.id = b.id where c.is_listed),
    chosen as (
      select id, place from ranked
      order by is_young and row_number() over (partition by is_young order by place) <= ${youngPlaces} desc, place
      limit ${homeListSize})
    select array_agg(id order by place) as ids from chosen`,
  chosen: /* sql */ `
    select ${contentJson}
    from (select * from contents where id = any($1::uuid[]) and is_listed) c ${mentorSql}
    order by array_position($1::uuid[], c.id)`,
} as const;

/** Reads what people bought and liked in the last seven days, ten at most, young contents among them. */
export const createPopularThisWeek = (): ((reader: Reader) => Promise<StoredContent[]>) => {
  let kept: { ids: string[]; until: number } = { ids: [], until: Number.NEGATIVE_INFINITY };
  const rank = async (reader: Reader): Promise<string[]> => {
    const began = performance.now();
    if (began < kept.until) return kept.ids;
    const { rows } = await reader.query<{ ids: string[] | null }>({
      name: "home_ranking",
      text: statements.ranking,
    });
    const ended = performance.now();
    kept = { ids: rows[0]?.ids ?? [], until: ended + (ended - began) * restFactor };
    return kept.ids;
  };
  return async (reader) => {
    const { rows } = await reader.query<ContentRow>({
      name: "home_popular",
      text: statements.chosen,
      values: [await rank(reader)],
    });
    return rows.map(({ content }) => content);
  };
};
