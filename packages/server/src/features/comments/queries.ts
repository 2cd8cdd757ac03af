import type { Comment } from "@knowhow/shared";
import type { ContentViewer } from "../contents/policy.ts";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";

/** A comment `c` by `u`, for readers who may see it in its state. */
const commentJson = /* sql */ `
  json_build_object('id', c.id, 'userId', c.user_id, 'user', json_build_object('nickname', u.nickname),
                    'comment', c.comment, 'createdAt', ${isoSql("c.created_at")},
                    'state', case when c.hidden_at is null then 'listed' else 'hidden' end,
                    'hiddenReason', c.hidden_reason) as comment`;

const statement = {
  name: "comments_newest",
  text: /* sql */ `
    select ${commentJson}
    from (select * from content_comments
          where content_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
            and (hidden_at is null or user_id = $5 or $6)
          order by created_at desc, id desc limit $4) c
    join users u on u.id = c.user_id
    order by c.created_at desc, c.id desc`,
};

/** One comment, hidden or not; for administrators. */
export const findComment = async ({ pool }: Pick<Deps, "pool">, id: string): Promise<Comment | undefined> => {
  const { rows } = await pool.query<{ comment: Comment }>(
    `select ${commentJson} from content_comments c join users u on u.id = c.user_id where c.id = $1`,
    [id],
  );
  return rows[0]?.comment;
};

/** Comments of a content as one user sees them, newest first, from behind a cursor of time and id. */
export const findComments = async (
  { pool }: Pick<Deps, "pool">,
  {
    contentId,
    viewer,
    cursor,
    limit,
  }: { contentId: string; viewer: ContentViewer | undefined; cursor: TimeCursor; limit: number },
): Promise<Comment[]> => {
  const { rows } = await pool.query<{ comment: Comment }>({
    ...statement,
    values: [contentId, ...behind(cursor), limit, viewer?.id ?? null, viewer?.isAdmin ?? false],
  });
  return rows.map(({ comment }) => comment);
};
