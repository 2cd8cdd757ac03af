import type { ContentQuestion } from "@knowhow/shared";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";

/** A question `q` by `u`; the viewer is a parameter. */
const questionSql = (viewer: string): string => /* sql */ `
  json_build_object('id', q.id, 'userId', q.user_id, 'user', json_build_object('nickname', u.nickname),
    'question', q.question, 'createdAt', ${isoSql("q.created_at")},
    'answer', case when q.answer is not null
      then json_build_object('text', q.answer, 'at', ${isoSql("q.answered_at")}) end,
    'isMine', coalesce(q.user_id = ${viewer}, false)) as question`;

/** One question, for a member. */
export const findQuestion = async (
  { pool }: Pick<Deps, "pool">,
  id: string,
  viewerId: string,
): Promise<ContentQuestion | undefined> => {
  const { rows } = await pool.query<{ question: ContentQuestion }>(
    `select ${questionSql("$2::uuid")} from content_questions q join users u on u.id = q.user_id where q.id = $1`,
    [id, viewerId],
  );
  return rows[0]?.question;
};

/** Questions about a content, newest first, from behind a cursor of time and id. */
export const findQuestions = async (
  { pool }: Pick<Deps, "pool">,
  {
    contentId,
    viewerId,
    cursor,
    limit,
  }: { contentId: string; viewerId: string | undefined; cursor: TimeCursor; limit: number },
): Promise<ContentQuestion[]> => {
  const { rows } = await pool.query<{ question: ContentQuestion }>({
    name: "questions_newest",
    text: /* sql */ `
      select ${questionSql("$5::uuid")}
      from content_questions q join users u on u.id = q.user_id
      where q.content_id = $1 and (q.created_at, q.id) < ($2::timestamptz, $3::uuid)
      order by q.created_at desc, q.id desc limit $4`,
    values: [contentId, ...behind(cursor), limit, viewerId ?? null],
  });
  return rows.map(({ question }) => question);
};
