import type { Comment } from "@knowhow/shared";
import { behind, isoSql, type TimeCursor } from "../database/reading.ts";
import type { Deps } from "../deps.ts";

const statement = {
  name: "comments_newest",
  text: /* sql */ `
    select json_build_object('id', c.id, 'userId', c.user_id, 'user', json_build_object('nickname', u.nickname),
                             'comment', c.comment, 'createdAt', ${isoSql("c.created_at")}) as comment
    from (select * from content_comments
          where content_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
          order by created_at desc, id desc limit $4) c
    join users u on u.id = c.user_id
    order by c.created_at desc, c.id desc`,
};

/** Comments of a content, newest first, from behind a cursor of time and id. */
export const findComments = async (
  { pool }: Pick<Deps, "pool">,
  { contentId, cursor, limit }: { contentId: string; cursor: TimeCursor; limit: number },
): Promise<Comment[]> => {
  const { rows } = await pool.query<{ comment: Comment }>({
    ...statement,
    values: [contentId, ...behind(cursor), limit],
  });
  return rows.map(({ comment }) => comment);
};
