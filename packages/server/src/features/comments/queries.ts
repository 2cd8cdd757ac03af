import { AppError, type Comment } from "@knowhow/shared";
import type { ContentViewer } from "../contents/policy.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";

/** The fields of a comment or an answer, by its author, at the content `k`. */
const fieldsSql = (comment: string, author: string): string => /* sql */ `
  'id', ${comment}.id, 'userId', ${comment}.user_id,
  'user', json_build_object('nickname', ${author}.nickname), 'comment', ${comment}.comment,
  'createdAt', ${isoSql(`${comment}.created_at`)}, 'editedAt', ${isoSql(`${comment}.edited_at`)},
  'isMentor', ${comment}.user_id = k.seller_id,
  'state', case when ${comment}.hidden_at is null then 'listed' else 'hidden' end,
  'hiddenReason', ${comment}.hidden_reason`;

/** A comment `c` by `u`, with those of its answers that may be read. */
const commentSql = (mayReadSql: string): string => /* sql */ `
  json_build_object(${fieldsSql("c", "u")}, 'answers', coalesce((
    select json_agg(json_build_object(${fieldsSql("a", "v")}) order by a.created_at, a.id)
    from content_comments a join users v on v.id = a.user_id
    where a.parent_id = c.id and (${mayReadSql})), '[]')) as comment`;

const statement = {
  name: "comments_newest",
  text: /* sql */ `
    select ${commentSql("a.hidden_at is null or a.user_id = $5 or $6")}
    from (select * from content_comments
          where content_id = $1 and parent_id is null and (created_at, id) < ($2::timestamptz, $3::uuid)
            and (hidden_at is null or user_id = $5 or $6)
          order by created_at desc, id desc limit $4) c
    join users u on u.id = c.user_id
    join contents k on k.id = c.content_id
    order by c.created_at desc, c.id desc`,
};

/** One comment or answer as its transaction has it, hidden or not, with those of its answers that the viewer may read. */
export const readComment = async (
  trx: Trx,
  { id, viewer }: { id: string; viewer: ContentViewer },
): Promise<Comment> => {
  const { rows } = await trx.raw<{ rows: { comment: Comment }[] }>(
    `select ${commentSql("a.hidden_at is null or a.user_id = :viewer or :isAdmin")}
     from content_comments c join users u on u.id = c.user_id join contents k on k.id = c.content_id
     where c.id = :id`,
    { viewer: viewer.id, isAdmin: viewer.isAdmin, id },
  );
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return row.comment;
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

/** Ids of the seller of the content and of all authors under one comment. */
export const findThreadPeople = async (
  trx: Trx,
  { contentId, id }: { contentId: string; id: string },
): Promise<string[]> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select seller_id as id from contents where id = :contentId
     union select user_id from content_comments where id = :id or parent_id = :id`,
    { contentId, id },
  );
  return rows.map((row) => row.id);
};
