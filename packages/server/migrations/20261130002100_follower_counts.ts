import type { Knex } from "knex";

/** How many follow each mentor, kept beside the follows: counting them takes longer the more there are. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    lock table follows in share row exclusive mode;
    create table follower_counts (
      mentor_id uuid primary key references users on delete cascade,
      followers integer not null check (followers >= 0)
    );
    insert into follower_counts select mentor_id, count(*) from follows group by mentor_id;

    -- Once for a statement, and in one order: who leaves ends many follows at once.
    create function count_followers() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into follower_counts as f (mentor_id, followers)
          select mentor_id, count(*) from added group by mentor_id order by mentor_id
          on conflict (mentor_id) do update set followers = f.followers + excluded.followers;
      else
        perform from follower_counts where mentor_id in (select mentor_id from ended)
          order by mentor_id for no key update;
        update follower_counts f set followers = f.followers - e.ended
          from (select mentor_id, count(*) as ended from ended group by mentor_id) e where e.mentor_id = f.mentor_id;
      end if;
      return null;
    end $$;
    create trigger follows_added after insert on follows referencing new table as added
      for each statement execute function count_followers();
    create trigger follows_ended after delete on follows referencing old table as ended
      for each statement execute function count_followers();
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    drop trigger follows_added on follows;
    drop trigger follows_ended on follows;
    drop function count_followers();
    drop table follower_counts;
  `);
};
