import {
  AppError,
  type ContentQuestion,
  type OutputOf,
  type questions,
  type WaitingQuestion,
} from "@knowhow/shared";
import type { ContentViewer } from "../contents/policy.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";

const fieldsSql = (viewer: string, isAdmin: string): string => /* sql */ `
  'id', q.id, 'userId', q.user_id, 'user', json_build_object('nickname', u.nickname),
  'question', q.question, 'createdAt', ${isoSql("q.created_at")}, 'editedAt', ${isoSql("q.edited_at")},
  'answer', case when q.answer is not null
      and (q.answer_hidden_at is null or k.seller_id = ${viewer} or ${isAdmin})
    then json_build_object('text', q.answer, 'at', ${isoSql("q.answered_at")},
      'state', case when q.answer_hidden_at is null then 'listed' else 'hidden' end,
      'hiddenReason', q.answer_hidden_reason) end,
  'state', case when q.hidden_at is null then 'listed' else 'hidden' end, 'hiddenReason', q.hidden_reason,
  'isMine', coalesce(q.user_id = ${viewer}, false),
  'isUnseen', coalesce(q.user_id = ${viewer} and ${unseenSql}, false)`;

/** Whether the asker of the question `q` has not seen its answer. */
const unseenSql = "(q.answer is not null and q.answer_seen_at is null and q.answer_hidden_at is null)";

/** A question `q` by `u` about the content `k`, for a viewer. */
const questionSql = (viewer: string, isAdmin: string): string =>
  `json_build_object(${fieldsSql(viewer, isAdmin)}) as question`;

const peopleSql = "join users u on u.id = q.user_id join contents k on k.id = q.content_id";

/** One question as its transaction has it, for a member, hidden or not. */
export const readQuestion = async (
  trx: Trx,
  { id, viewer }: { id: string; viewer: ContentViewer },
): Promise<ContentQuestion> => {
  const { rows } = await trx.raw<{ rows: { question: ContentQuestion }[] }>(
    `select ${questionSql(":viewer::uuid", ":isAdmin::boolean")} from content_questions q ${peopleSql} where q.id = :id`,
    { viewer: viewer.id, isAdmin: viewer.isAdmin, id },
  );
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return row.question;
};

/** Questions about a content, newest first, from behind a cursor of time and id. */
export const findQuestions = async (
  { pool }: Pick<Deps, "pool">,
  {
    contentId,
    viewer,
    cursor,
    limit,
  }: { contentId: string; viewer: ContentViewer | undefined; cursor: TimeCursor; limit: number },
): Promise<ContentQuestion[]> => {
  const { rows } = await pool.query<{ question: ContentQuestion }>({
    name: "questions_newest",
    text: /* sql */ `
      select ${questionSql("$5::uuid", "$6::boolean")}
      from content_questions q ${peopleSql}
      where q.content_id = $1 and (q.created_at, q.id) < ($2::timestamptz, $3::uuid)
        and (q.hidden_at is null or q.user_id = $5 or $6)
      order by q.created_at desc, q.id desc limit $4`,
    values: [contentId, ...behind(cursor), limit, viewer?.id ?? null, viewer?.isAdmin ?? false],
  });
  return rows.map(({ question }) => question);
};

/** Whether the question `q` about the content `k` waits for its seller, $1. */
const isWaitingSql = /* sql */ `
  k.seller_id = $1 and q.answer is null and q.hidden_at is null and k.deleted_at is null`;

/** Questions that wait for a seller's answer, the oldest first, from behind a cursor of time and id. */
export const findWaiting = async (
  { pool }: Pick<Deps, "pool">,
  { sellerId, cursor, limit }: { sellerId: string; cursor: TimeCursor; limit: number },
): Promise<WaitingQuestion[]> => {
  const [from = "-infinity", id = "00000000-0000-0000-0000-000000000000"] = cursor ?? [];
  const { rows } = await pool.query<{ question: WaitingQuestion }>({
    name: "questions_waiting",
    text: /* sql */ `
      select json_build_object(${fieldsSql("$1::uuid", "false")},
        'contentId', k.id, 'contentTitle', k.title) as question
      from content_questions q ${peopleSql}
      where ${isWaitingSql} and (q.created_at, q.id) > ($2::timestamptz, $3::uuid)
      order by q.created_at, q.id limit $4`,
    values: [sellerId, from, id, limit],
  });
  return rows.map(({ question }) => question);
};

type News = OutputOf<(typeof questions)["news"]>;
/** So many answers are told at once. */
const maxNews = 20;

/** How many questions wait for a person, and the answers to theirs that they have not seen, the newest first. */
export const findNews = async ({ pool }: Pick<Deps, "pool">, userId: string): Promise<News> => {
  const { rows } = await pool.query<News>({
    name: "questions_news",
    text: /* sql */ `
      select (select count(*)::int from contents k join content_questions q on q.content_id = k.id
              where ${isWaitingSql}) as waiting,
             (select coalesce(json_agg(n.item order by n.answered_at desc), '[]') from (
                select q.answered_at, json_build_object('id', q.id, 'contentId', k.id, 'contentTitle', k.title) as item
                from content_questions q join contents k on k.id = q.content_id
                where q.user_id = $1 and ${unseenSql} and (k.is_listed or k.is_paused)
                order by q.answered_at desc limit ${maxNews}) n) as answered`,
    values: [userId],
  });
  return rows[0] ?? { waiting: 0, answered: [] };
};
