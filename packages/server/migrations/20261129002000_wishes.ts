import type { Knex } from "knex";

/** Contents that people keep in mind. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table wishes (
      user_id uuid not null references users on delete cascade,
      content_id uuid not null references contents on delete cascade,
      wished_at timestamptz(3) not null default app_now(),
      primary key (user_id, content_id)
    );
    create index wishes_newest on wishes (user_id, wished_at desc, content_id desc);
    create index wishes_content on wishes (content_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `drop table wishes`);
};
