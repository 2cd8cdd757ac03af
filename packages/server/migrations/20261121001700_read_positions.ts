import type { Knex } from "knex";

/** How far each side has read: one mark on a message can not say it of two readers, and finding the newest one takes long. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    alter table chat_rooms
      -- Everything of others up to here was read by this side.
      add column buyer_read_up_to uuid,
      add column seller_read_up_to uuid,
      -- The newest message of this side that the other one has read.
      add column buyer_seen_up_to uuid,
      add column seller_seen_up_to uuid;
    comment on column chat_messages.is_read is 'by everybody to whom it was said; of an administrator''s that is both';
    alter table admin_chat_rooms add column user_seen_up_to uuid, add column admin_seen_up_to uuid;

    -- What is unread are the newest ones of others: the one before them is as far as was read.
    update chat_rooms r set
      buyer_read_up_to = case when r.buyer_unread = 0 then r.last_message_id else
        (select m.id from chat_messages m where m.chat_room_id = r.id and m.sender_id <> r.buyer_id
         order by m.id desc offset r.buyer_unread limit 1) end,
      seller_read_up_to = case when r.seller_unread = 0 then r.last_message_id else
        (select m.id from chat_messages m where m.chat_room_id = r.id and m.sender_id <> r.seller_id
         order by m.id desc offset r.seller_unread limit 1) end,
      buyer_seen_up_to = (select m.id from chat_messages m where m.chat_room_id = r.id and m.sender_id = r.buyer_id
        and m.is_read = 1 order by m.id desc limit 1),
      seller_seen_up_to = (select m.id from chat_messages m where m.chat_room_id = r.id and m.sender_id = r.seller_id
        and m.is_read = 1 order by m.id desc limit 1);
    update admin_chat_rooms r set
      user_seen_up_to = (select m.id from admin_chat_messages m where m.chat_room_id = r.id and m.message_type = 'text'
        and m.is_read = 1 order by m.id desc limit 1),
      admin_seen_up_to = (select m.id from admin_chat_messages m where m.chat_room_id = r.id and m.message_type <> 'text'
        and m.is_read = 1 order by m.id desc limit 1);

    create index chat_messages_admin on chat_messages (chat_room_id, id) where message_type = 'admin';
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop index chat_messages_admin;
    alter table admin_chat_rooms drop column admin_seen_up_to, drop column user_seen_up_to;
    comment on column chat_messages.is_read is null;
    alter table chat_rooms drop column seller_seen_up_to, drop column buyer_seen_up_to,
      drop column seller_read_up_to, drop column buyer_read_up_to;
  `);
