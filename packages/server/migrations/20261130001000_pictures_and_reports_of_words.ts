import type { Knex } from "knex";

const columns = ["hidden_at timestamptz(3)", "hidden_reason text"];
const hiding = [...columns, ...columns.map((column) => `answer_${column}`)].map((column) => `add ${column}`);

/**
 * Pictures in ratings; hiding and reports of ratings, of questions, and of the answers to both; questions that are
 * edited, and answers that their askers have seen.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const table of ["objects", "uploads"])
    await knex.raw(/* sql */ `
      alter table ${table} drop constraint ${table}_kind_check,
        add constraint ${table}_kind_check check (kind in ('file', 'extra', 'preview', 'profile', 'rating')) not valid`);
  for (const table of ["content_ratings", "content_questions"])
    await knex.raw(/* sql */ `
      alter table ${table} ${hiding.join(", ")},
        add constraint ${table}_hidden check (
          (hidden_at is null) = (hidden_reason is null) and (answer_hidden_at is null) = (answer_hidden_reason is null)
          and (answer_hidden_at is null or answer is not null))`);
  await knex.raw(/* sql */ `
    alter table content_questions add edited_at timestamptz(3), add answer_seen_at timestamptz(3);
    -- Answers from before are no news.
    update content_questions set answer_seen_at = answered_at where answer is not null;
    create index content_questions_waiting on content_questions (content_id, created_at, id) where answer is null;
    create index content_questions_unseen on content_questions (user_id)
      where answer is not null and answer_seen_at is null;

    create table rating_pictures (
      rating_id uuid not null references content_ratings on delete cascade,
      position smallint not null check (position between 0 and 2),
      object_id uuid not null references objects,
      alt text check (length(alt) between 1 and 200),
      primary key (rating_id, position),
      unique (rating_id, object_id)
    );
    create index rating_pictures_object on rating_pictures (object_id);

    alter table reports
      -- What was reported may be deleted: the report stays.
      add rating_id uuid,
      add question_id uuid,
      drop constraint reports_report_type_check,
      add constraint reports_report_type_check check (report_type in
        ('content', 'chat', 'comment', 'rating', 'rating_answer', 'question', 'question_answer')) not valid,
      drop constraint reports_target_check,
      add constraint reports_target_check check (
        (report_type = 'content' and content_id is not null) or (report_type = 'chat' and chat_room_id is not null)
        or (report_type = 'comment' and content_id is not null and comment_id is not null)
        or (report_type in ('rating', 'rating_answer') and content_id is not null and rating_id is not null)
        or (report_type in ('question', 'question_answer') and content_id is not null and question_id is not null))
        not valid;
    create trigger reports_words before update on reports for each row
      when ((new.rating_id, new.question_id) is distinct from (old.rating_id, old.question_id))
      execute function guard_reported_comment();
    create unique index reports_open_rating on reports (reporter_id, rating_id, report_type)
      where rating_id is not null and status in ('pending', 'reviewed');
    create unique index reports_open_question on reports (reporter_id, question_id, report_type)
      where question_id is not null and status in ('pending', 'reviewed');
    create index reports_open_subject
      on reports (coalesce(comment_id, rating_id, question_id, content_id, chat_room_id), reported_user_id, created_at, id)
      where status in ('pending', 'reviewed');

    alter table report_evidence
      add score smallint check (score between 1 and 5),
      -- The rating or the question that reported words answer.
      add answered_words text;
    create table report_evidence_pictures (
      report_id uuid not null references report_evidence on delete cascade,
      position smallint not null,
      object_id uuid not null references objects,
      alt text,
      primary key (report_id, position)
    );
    create index report_evidence_pictures_object on report_evidence_pictures (object_id);

    alter table moderation_acts
      add rating_id uuid,
      add question_id uuid,
      add is_answer boolean not null default false;
  `);
};

/** Reports of ratings and questions go, and hidden ones are shown again. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    update contents c set (rating_count, rating_sum) = (
      select count(*), coalesce(sum(r.score), 0) from content_ratings r where r.content_id = c.id)
    where exists (select from content_ratings r where r.content_id = c.id and r.hidden_at is not null);
    alter table moderation_acts drop rating_id, drop question_id, drop is_answer;
    drop table report_evidence_pictures;
    alter table report_evidence drop score, drop answered_words;
    delete from chat_audits where report_id in (select id from reports where rating_id is not null or question_id is not null);
    update user_penalties set report_id = null
      where report_id in (select id from reports where rating_id is not null or question_id is not null);
    delete from reports where rating_id is not null or question_id is not null;
    drop index reports_open_subject, reports_open_rating, reports_open_question;
    drop trigger reports_words on reports;
    alter table reports drop constraint reports_target_check, drop constraint reports_report_type_check,
      drop rating_id, drop question_id,
      add constraint reports_report_type_check check (report_type in ('content', 'chat', 'comment')),
      add constraint reports_target_check check (
        (report_type = 'content' and content_id is not null) or (report_type = 'chat' and chat_room_id is not null)
        or (report_type = 'comment' and content_id is not null and comment_id is not null));
    drop table rating_pictures;
    drop index content_questions_waiting, content_questions_unseen;
    alter table content_questions drop edited_at, drop answer_seen_at;
  `);
  for (const table of ["content_ratings", "content_questions"])
    await knex.raw(/* sql */ `
      alter table ${table} drop hidden_at, drop hidden_reason, drop answer_hidden_at, drop answer_hidden_reason`);
  for (const table of ["objects", "uploads"])
    await knex.raw(/* sql */ `
      update ${table} set kind = 'preview' where kind = 'rating';
      alter table ${table} drop constraint ${table}_kind_check,
        add constraint ${table}_kind_check check (kind in ('file', 'extra', 'preview', 'profile'))`);
};
