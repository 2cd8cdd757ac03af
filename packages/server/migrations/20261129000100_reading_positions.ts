import type { Knex } from "knex";

/** Where people stopped reading, and reading as a kind of delivery. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table reading_positions (
      user_id uuid not null references users on delete cascade,
      content_id uuid not null references contents on delete cascade,
      file_index smallint not null check (file_index >= 0),
      -- A share of the whole file.
      position double precision not null check (position between 0 and 1),
      page integer check (page > 0),
      read_at timestamptz(3) not null,
      primary key (user_id, content_id, file_index)
    );
    create index reading_positions_newest on reading_positions (user_id, read_at desc);
    create index reading_positions_content on reading_positions (content_id);

    alter table deliveries drop constraint deliveries_kind_check;
    alter table deliveries
      add constraint deliveries_kind_check check (kind in ('download', 'read', 'link', 'summary')) not valid;
    alter table deliveries validate constraint deliveries_kind_check;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `drop table reading_positions`);
};
