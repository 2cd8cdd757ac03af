import type { Knex } from "knex";

const listed = (rule: string): string => /* sql */ `
    create or replace function fill_content_search() returns trigger language plpgsql as $$
    declare
      seller users%rowtype;
    begin
      select * into strict seller from users where id = new.seller_id;
      new.search_text := search_normal(new.title) || chr(10) || search_normal(seller.nickname);
      new.search_initials := search_initials(new.search_text);
      new.search_grams := search_grams(new.search_text || chr(10) || new.search_initials);
      new.is_listed := ${rule};
      return new;
    end $$;`;

/** Contents and comments that administrators take down, what they did, and reports of comments. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table contents
      add column hidden_at timestamptz(3), add column hidden_reason text,
      add check ((hidden_at is null) = (hidden_reason is null));
    alter table content_comments
      add column hidden_at timestamptz(3), add column hidden_reason text,
      add check ((hidden_at is null) = (hidden_reason is null));
    ${listed("new.deleted_at is null and new.hidden_at is null and seller.is_banned = 0")}
    drop trigger contents_search on contents;
    create trigger contents_search before insert or update of title, seller_id, deleted_at, hidden_at on contents
      for each row execute function fill_content_search();

    create table moderation_acts (
      id uuid primary key default uuidv7(),
      admin_id uuid not null references users,
      content_id uuid not null references contents,
      -- Its author may delete the comment; what was done to it stays.
      comment_id uuid,
      user_id uuid not null references users,
      state text not null check (state in ('listed', 'hidden')),
      reason text not null,
      created_at timestamptz(3) not null default app_now()
    );
    create index moderation_acts_content on moderation_acts (content_id, created_at);
    create index moderation_acts_user on moderation_acts (user_id, created_at);
    create index moderation_acts_admin on moderation_acts (admin_id);
    create index moderation_acts_age on moderation_acts (created_at);
    create trigger moderation_acts_append before update or delete on moderation_acts
      for each row execute function refuse_change();

    alter table reports add column comment_id uuid;
    alter table reports drop constraint reports_report_type_check;
    alter table reports add constraint reports_report_type_check check (report_type in ('content', 'chat', 'comment'));
    alter table reports drop constraint reports_check1;
    alter table reports add constraint reports_target_check check (
      (report_type = 'content' and content_id is not null) or (report_type = 'chat' and chat_room_id is not null)
      or (report_type = 'comment' and content_id is not null and comment_id is not null));
    create unique index reports_open_comment on reports (reporter_id, comment_id)
      where report_type = 'comment' and status in ('pending', 'reviewed');
    create function guard_reported_comment() returns trigger language plpgsql as $$
    begin
      raise exception 'what was reported does not change' using errcode = 'check_violation';
    end $$;
    create trigger reports_comment before update on reports for each row
      when (new.comment_id is distinct from old.comment_id) execute function guard_reported_comment();
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop trigger reports_comment on reports;
    drop function guard_reported_comment();
    delete from report_leases where report_id in (select id from reports where report_type = 'comment');
    update user_penalties set report_id = null
      where report_id in (select id from reports where report_type = 'comment');
    delete from reports where report_type = 'comment';
    drop index reports_open_comment;
    alter table reports drop constraint reports_target_check;
    alter table reports add constraint reports_check1 check (
      (report_type = 'content' and content_id is not null) or (report_type = 'chat' and chat_room_id is not null));
    alter table reports drop constraint reports_report_type_check;
    alter table reports add constraint reports_report_type_check check (report_type in ('content', 'chat'));
    alter table reports drop column comment_id;
    drop table moderation_acts;
    drop trigger contents_search on contents;
    create trigger contents_search before insert or update of title, seller_id, deleted_at on contents
      for each row execute function fill_content_search();
    ${listed("new.deleted_at is null and seller.is_banned = 0")}
    alter table content_comments drop column hidden_at, drop column hidden_reason;
    alter table contents drop column hidden_at, drop column hidden_reason;
    update contents set title = title;
  `);
