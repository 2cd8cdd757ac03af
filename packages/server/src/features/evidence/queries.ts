import type { Evidence } from "@knowhow/shared";
import { evidences, isObjectPath, uploadsPath } from "@knowhow/shared";
import { pageStatements, readPage, type MessageRows } from "../chats/pages.ts";
import { messageFields } from "../chats/wire.ts";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";

/** Files by reference, with their names. */
interface FileRow {
  file_urls: string[];
  file_names: string[];
}

interface Row extends FileRow {
  taken_at: string;
  reported_nickname: string;
  reporter_nickname: string;
  content_id: string | null;
  title: string;
  description: string;
  category: string;
  price: number;
  tags: string[];
  allows_copying: boolean | null;
  versions: ({ number: number } & FileRow)[];
  previews: string[];
  comment: string | null;
  commented_at: string;
  comment_state: NonNullable<Evidence["comment"]>["state"];
  score: number | null;
  answered_words: string | null;
  rating_pictures: { path: string; alt: string | null }[];
  chat_room_id: string | null;
}

/** A report's stored files and pictures, by reference. */
export type KeptFiles = Pick<Row, "file_urls" | "file_names" | "versions" | "previews" | "rating_pictures">;

const select = {
  name: "evidence_get",
  text: /* sql */ `
    select ${isoSql("e.taken_at")} as taken_at, e.reported_nickname, e.reporter_nickname, s.content_id, s.title,
           s.description, s.category, s.price, coalesce(s.tags, '{}') as tags, s.allows_copying,
           coalesce(s.file_urls, '{}') as file_urls,
           coalesce(s.file_names, '{}') as file_names, coalesce(s.preview_image_urls, '{}') as previews,
           e.comment, ${isoSql("e.commented_at")} as commented_at, e.chat_room_id, e.score, e.answered_words,
           (select coalesce(json_agg(json_build_object('path', '${uploadsPath}' || i.object_id, 'alt', i.alt)
                     order by i.position), '[]')
            from report_evidence_pictures i where i.report_id = e.report_id) as rating_pictures,
           (select coalesce(json_agg(json_build_object('number', v.number, 'file_urls', v.file_urls,
                     'file_names', v.file_names) order by v.number desc), '[]')
            from report_evidence_versions i join content_versions v on v.id = i.version_id
            where i.report_id = e.report_id) as versions,
           case when m.id is null then 'deleted' when m.hidden_at is null then 'listed' else 'hidden' end as comment_state
    from report_evidence e join reports p on p.id = e.report_id
    left join content_snapshots s on s.id = e.snapshot_id
    left join lateral (
      select c.id, c.hidden_at from content_comments c where c.id = p.comment_id
      union all
      select r.id, case when p.report_type = 'rating' then r.hidden_at else coalesce(r.hidden_at, r.answer_hidden_at) end
      from content_ratings r where r.id = p.rating_id and (p.report_type = 'rating' or r.answer is not null)
      union all
      select q.id, case when p.report_type = 'question' then q.hidden_at else coalesce(q.hidden_at, q.answer_hidden_at) end
      from content_questions q where q.id = p.question_id and (p.report_type = 'question' or q.answer is not null)) m on true
    where e.report_id = $1`,
};

/** Messages of the report $1, with people's names of that moment, up to the newest of then. */
const statements = pageStatements(/* sql */ `
  select json_build_object(${messageFields("m")}, 'sender', json_build_object('nickname',
           case m.message_type when 'system' then '노하우' when 'admin' then '관리자'
             else case when m.sender_id = p.reported_user_id then e.reported_nickname else e.reporter_nickname end
           end)) as message
  from report_evidence e join reports p on p.id = e.report_id
  join chat_messages m on m.chat_room_id = e.chat_room_id and m.id <= e.last_message_id
  where e.report_id = $1`);

const find = async ({ pool }: Pick<Deps, "pool">, reportId: string): Promise<Row | undefined> =>
  (await pool.query<Row>({ ...select, values: [reportId] })).rows[0];

/** The stored files and pictures of a report; undefined when it has none. */
export const findKeptFiles = (deps: Pick<Deps, "pool">, reportId: string): Promise<KeptFiles | undefined> =>
  find(deps, reportId);

const pictureAddress = (
  { path }: typeof evidences.picture | typeof evidences.ratingPicture,
  reportId: string,
  index: number,
): string => path.replace(":reportId", reportId).replace(":index", String(index));

const filesOf = ({ file_urls, file_names }: FileRow) =>
  file_urls.map((url, index) => ({
    name: file_names[index] ?? "파일",
    link: isObjectPath(url) ? null : url,
  }));

const contentOf = (row: Row, reportId: string): Evidence["content"] =>
  row.content_id === null
    ? null
    : {
        id: row.content_id,
        title: row.title,
        description: row.description,
        category: row.category,
        price: row.price,
        tags: row.tags,
        allowsCopying: row.allows_copying ?? undefined,
        files: filesOf(row),
        earlierVersions: row.versions.map(({ number, ...kept }) => ({ number, files: filesOf(kept) })),
        pictures: row.previews.map((_, index) => pictureAddress(evidences.picture, reportId, index)),
      };

/** A report's evidence; undefined for a report older than the feature. */
export const readEvidence = async (
  deps: Pick<Deps, "pool">,
  reportId: string,
  page: MessageRows,
): Promise<Evidence | undefined> => {
  const row = await find(deps, reportId);
  if (!row) return undefined;
  return {
    takenAt: row.taken_at,
    reportedNickname: row.reported_nickname,
    reporterNickname: row.reporter_nickname,
    content: contentOf(row, reportId),
    comment:
      row.comment === null
        ? null
        : {
            comment: row.comment,
            createdAt: row.commented_at,
            score: row.score,
            pictures: row.rating_pictures.map(({ alt }, index) => ({
              url: pictureAddress(evidences.ratingPicture, reportId, index),
              alt,
            })),
            answered: row.answered_words,
            state: row.comment_state,
          },
    chatRoomId: row.chat_room_id,
    messages:
      row.chat_room_id === null
        ? []
        : await readPage(deps.pool, { prefix: "evidence_talk", statements }, reportId, page),
  };
};
