import type { Knex } from "knex";

/** A given-up nickname stays its former owner's for a while; that of a closed account names no owner. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(/* sql */ `
    create table nickname_reservations (
      id uuid primary key default uuidv7(),
      user_id uuid references users on delete cascade,
      nickname varchar(50) not null,
      skeleton text not null,
      created_at timestamptz(3) not null default app_now()
    );
    create index nickname_reservations_skeleton on nickname_reservations (skeleton);
    create index nickname_reservations_user on nickname_reservations (user_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("drop table nickname_reservations");
};
