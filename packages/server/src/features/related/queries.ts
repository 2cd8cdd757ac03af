import type { Reader } from "../../database/reads.ts";
import { contentJson, mentorSql, type ContentRow } from "../contents/queries.ts";
import type { StoredContent } from "../contents/presenter.ts";

/** What stands beside a content, for everyone. */
export interface StoredRelated {
  similar: StoredContent[];
  boughtTogether: StoredContent[];
}

const statement = {
  name: "related",
  text: /* sql */ `
    select ${contentJson}, i.is_bought
    from related_contents r
    cross join lateral (
      select id, true as is_bought, n from unnest(r.bought_together_ids) with ordinality b (id, n)
      union all
      select id, false, n from unnest(r.similar_ids) with ordinality s (id, n)) i
    join contents c on c.id = i.id and c.is_listed ${mentorSql}
    where r.content_id = $1
    order by i.n`,
};

/** The kept lists of a content, without what has left the market since. */
export const findRelated = async (reader: Reader, id: string): Promise<StoredRelated> => {
  const { rows } = await reader.query<ContentRow & { is_bought: boolean }>({ ...statement, values: [id] });
  const listOf = (isBought: boolean) =>
    rows.filter((row) => row.is_bought === isBought).map(({ content }) => content);
  return { boughtTogether: listOf(true), similar: listOf(false) };
};
