import { homeListSize } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import { contentJson, mentorSql, type ContentRow } from "../contents/queries.ts";
import type { StoredContent } from "../contents/presenter.ts";

/** Mentors whose contents are looked at, of those who were followed last. */
const maxFollowed = 500;

const newFromFollowed = {
  name: "home_followed",
  text: /* sql */ `
    select ${contentJson}
    from (select c.* from (select mentor_id from follows where follower_id = $1
                           order by created_at desc, mentor_id desc limit ${maxFollowed}) f
          cross join lateral (select * from contents where seller_id = f.mentor_id and is_listed
                              order by upload_time desc, id desc limit ${homeListSize}) c
          order by c.upload_time desc, c.id desc limit ${homeListSize}) c ${mentorSql}
    order by c.upload_time desc, c.id desc`,
};

/** The newest contents of the mentors whom a person follows. */
export const findNewFromFollowed = async (reader: Reader, viewerId: string): Promise<StoredContent[]> =>
  (await reader.query<ContentRow>({ ...newFromFollowed, values: [viewerId] })).rows.map(
    ({ content }) => content,
  );
