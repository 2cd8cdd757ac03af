import { uploadsPath } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { isBoughtSql } from "../orders/policy.ts";
import type { Report } from "../reports/Report.ts";

/** In SQL: names the state of a content `c` by everything that a new buyer could see or fetch of it. */
const fingerprintSql = /* sql */ `
  encode(sha256(convert_to(json_build_array(c.title, c.description, c.category, c.price, c.tags, c.file_urls,
    coalesce(c.file_names, '{}'), coalesce(c.preview_image_urls, '{}'), c.allows_copying)::text, 'UTF8')), 'hex')`;

/** In SQL: the id of the stored object that an address names, for an index lookup; null for any other address. */
const objectIdSql = (url: string): string => /* sql */ `
  case when starts_with(${url}, :prefix)
       and substr(${url}, length(:prefix) + 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
       then substr(${url}, length(:prefix) + 1)::uuid end`;

/**
 * Stores a content as it is on sale now: its text once, its files and pictures by reference, which keeps their
 * bytes from being cleaned up.
 */
const keepContent = async (trx: Trx, contentId: string): Promise<string> => {
  // The lock keeps the content from being edited, so that its objects are referred to all the time.
  await trx.raw("select from contents where id = ? for share", [contentId]);
  await trx.raw(
    /* sql */ `
      insert into content_snapshots (content_id, fingerprint, title, description, category, price, tags, file_urls,
        file_names, preview_image_urls, allows_copying)
      select c.id, ${fingerprintSql}, c.title, c.description, c.category, c.price, c.tags, c.file_urls,
             coalesce(c.file_names, '{}'), coalesce(c.preview_image_urls, '{}'), c.allows_copying
      from contents c where c.id = ?
      on conflict (content_id, fingerprint) do nothing`,
    [contentId],
  );
  // A statement of its own sees the row that another report has made meanwhile.
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select s.id from content_snapshots s join contents c on c.id = s.content_id
     where c.id = ? and s.fingerprint = ${fingerprintSql} for key share of s`,
    [contentId],
  );
  const [snapshot] = rows;
  if (!snapshot) throw new Error("the content was not kept");
  await trx.raw(
    /* sql */ `
      insert into snapshot_objects (snapshot_id, object_id)
      select distinct s.id, o.id from content_snapshots s
      cross join lateral unnest(s.file_urls || s.preview_image_urls) as url
      join objects o on o.id = ${objectIdSql("url")} and o.attached_at is not null
      where s.id = :id
      order by 1, 2
      on conflict do nothing`,
    { prefix: uploadsPath, id: snapshot.id },
  );
  return snapshot.id;
};

// The newest files are those of the snapshot. The others are of versions that never change again.
const earlierVersionsSql = /* sql */ `
  insert into report_evidence_versions (report_id, version_id)
  select :id, v.id from content_versions v
  where v.content_id = :contentId
    and v.number < (select max(n.number) from content_versions n where n.content_id = v.content_id)
    and ${isBoughtSql({ contentId: "v.content_id", number: "v.number", buyerId: ":reporterId" })}`;

/** In SQL: the words that a report is about, when they were written, and of a rating the score. */
const wordsSql = /* sql */ `
  select m.comment as words, m.created_at as at, null::smallint as score, null::text as answered
  from content_comments m where m.id = :commentId::uuid
  union all
  select case when :isAnswer then m.answer else coalesce(m.text, '') end,
         case when :isAnswer then m.answered_at else m.updated_at end, case when not :isAnswer then m.score end,
         case when :isAnswer then coalesce(m.text, '') end
  from content_ratings m where m.id = :ratingId::uuid
  union all
  select case when :isAnswer then m.answer else m.question end, case when :isAnswer then m.answered_at else m.created_at end,
         null, case when :isAnswer then m.question end
  from content_questions m where m.id = :questionId::uuid`;

/** Stores a report's evidence as it is now, in the transaction that makes the report. */
export const takeEvidence = async (trx: Trx, report: Report): Promise<void> => {
  const { id, contentId, commentId, ratingId, questionId, chatRoomId, reportType } = report;
  const snapshotId = contentId === null ? null : await keepContent(trx, contentId);
  await trx.raw(
    /* sql */ `
      insert into report_evidence (report_id, reported_nickname, reporter_nickname, snapshot_id, comment, commented_at,
        score, answered_words, chat_room_id, last_message_id)
      select :id, b.nickname, a.nickname, :snapshotId::uuid, w.words, w.at, w.score, w.answered, r.id, r.last_message_id
      from users a join users b on b.id = :reportedUserId
      left join (${wordsSql}) w on true
      left join chat_rooms r on r.id = :chatRoomId::uuid
      where a.id = :reporterId`,
    {
      id,
      snapshotId,
      commentId: commentId ?? null,
      ratingId: ratingId ?? null,
      questionId: questionId ?? null,
      isAnswer: reportType.endsWith("_answer"),
      chatRoomId,
      reporterId: report.reporterId,
      reportedUserId: report.reportedUserId,
    },
  );
  if (contentId !== null) await trx.raw(earlierVersionsSql, { id, contentId, reporterId: report.reporterId });
  // The rating is locked by its report: its pictures are referred to all the time.
  if (reportType === "rating")
    await trx.raw(
      `insert into report_evidence_pictures (report_id, position, object_id, alt)
       select ?, p.position, p.object_id, p.alt from rating_pictures p where p.rating_id = ?`,
      [id, ratingId],
    );
};
