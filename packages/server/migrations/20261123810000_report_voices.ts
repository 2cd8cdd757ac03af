import type { Knex } from "knex";

/** The open reports about one target are found and counted together, the oldest first. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create index reports_open_target
      on reports (coalesce(comment_id, content_id, chat_room_id), reported_user_id, created_at, id)
      where status in ('pending', 'reviewed');
  `);

export const down = (knex: Knex): Promise<unknown> => knex.raw("drop index reports_open_target");
