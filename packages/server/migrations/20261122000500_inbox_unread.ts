import type { Knex } from "knex";

/** The few conversations in which something waits unread, for the count that every look at the inbox brings. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create index admin_chat_rooms_unread on admin_chat_rooms (admin_unread) where admin_unread > 0;
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `drop index admin_chat_rooms_unread;`);
