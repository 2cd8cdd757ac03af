import type { Section } from "./section.ts";

/** Penalties of people, and contents and comments that administrators take down. */
export const sanctions: Section = {
  create: /* sql */ `
    create table user_penalties (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users,
      report_id uuid references reports,
      admin_id uuid references users,
      penalty_type varchar(20) not null check (penalty_type in ('warning', 'suspension', 'ban')),
      duration integer check (duration in (1, 7, 30)),
      reason text not null,
      start_date timestamptz(3) not null default app_now(),
      end_date timestamptz(3),
      is_active smallint not null default 1 check (is_active in (0, 1)),
      created_at timestamptz(3) not null default app_now(),
      seen_at timestamptz(3),
      lifted_at timestamptz(3),
      lift_reason text,
      lifted_by uuid references users
    );
    create index user_penalties_user on user_penalties (user_id, created_at desc);
    create index user_penalties_report on user_penalties (report_id) where report_id is not null;
    -- One in force for each report and person: a case that is taken up again may end otherwise, and its reporter be
    -- warned.
    create unique index user_penalties_in_force on user_penalties (report_id, user_id)
      where is_active = 1 and report_id is not null;

    create function guard_penalty() returns trigger language plpgsql as $$
    begin
      if (new.user_id, new.admin_id, new.penalty_type, new.duration, new.reason, new.start_date, new.end_date)
         is distinct from
         (old.user_id, old.admin_id, old.penalty_type, old.duration, old.reason, old.start_date, old.end_date)
         -- The report that led to it is kept for a shorter time than the penalty may last.
         or (new.report_id is distinct from old.report_id and new.report_id is not null) then
        raise exception 'what was imposed does not change' using errcode = 'check_violation';
      end if;
      if new.is_active = 1 and old.is_active = 0 then
        raise exception 'a penalty that was lifted stays lifted' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger user_penalties_guard before update on user_penalties for each row execute function guard_penalty();

    -- Every report that a penalty was imposed for: those of one decision share their person's one penalty.
    create table report_penalties (
      report_id uuid not null references reports on delete cascade,
      penalty_id uuid not null references user_penalties on delete cascade,
      primary key (report_id, penalty_id)
    );
    create index report_penalties_penalty on report_penalties (penalty_id);

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
  `,
  drop: /* sql */ `
    drop table moderation_acts, report_penalties, user_penalties;
    drop function guard_penalty();
  `,
};
