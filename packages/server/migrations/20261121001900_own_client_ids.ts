import type { Knex } from "knex";

const tables = ["chat_messages", "admin_chat_messages"];

/** A clientId names a message among its sender's own: nobody's can be taken, or asked for, by another. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(
    tables
      .map(
        (table) => /* sql */ `
          create unique index ${table}_client on ${table} (chat_room_id, sender_id, client_id) where client_id is not null;
          alter table ${table} drop constraint ${table}_chat_room_id_client_id_key;`,
      )
      .join("\n"),
  );

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(
    tables
      .map(
        (table) => /* sql */ `
          update ${table} m set client_id = null where exists (
            select from ${table} o where o.chat_room_id = m.chat_room_id and o.client_id = m.client_id and o.id < m.id);
          alter table ${table} add unique (chat_room_id, client_id);
          drop index ${table}_client;`,
      )
      .join("\n"),
  );
