import type { Knex } from "knex";

/**
 * What the deletion of a record looks up in the tables that point at it; without these it reads them whole, once for
 * each row. Built as everything here is, in one transaction with the note that it is done: writers wait for seconds at
 * the sizes that are measured.
 */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    create index chat_rooms_last_message on chat_rooms (last_message_id);
    create index admin_chat_rooms_last_message on admin_chat_rooms (last_message_id);
    create index chat_audits_report on chat_audits (report_id) where report_id is not null;
    create index reports_chat_room on reports (chat_room_id) where chat_room_id is not null;
    create index ledger_transactions_order on ledger_transactions (order_id);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index ledger_transactions_order, reports_chat_room, chat_audits_report, admin_chat_rooms_last_message,
      chat_rooms_last_message;
  `);
