import type { Section } from "./section.ts";

/** Talk between buyer and seller, and with administrators. */
export const chats: Section = {
  create: /* sql */ `
    create table chat_rooms (
      id uuid primary key default uuidv7(),
      order_id uuid not null unique references orders,
      buyer_id uuid not null references users,
      seller_id uuid not null references users,
      content_id uuid not null references contents,
      status text not null default 'active' check (status in ('active', 'inactive')),
      last_message_at timestamptz(3) not null default app_now(),
      created_at timestamptz(3) not null default app_now(),
      last_message_id uuid,
      buyer_unread integer not null default 0 check (buyer_unread >= 0),
      seller_unread integer not null default 0 check (seller_unread >= 0),
      -- How far each side has read: one mark on a message can not say it of two readers, and finding the newest one
      -- takes long. Everything of others up to here was read by this side.
      buyer_read_up_to uuid,
      seller_read_up_to uuid,
      -- The newest message of this side that the other one has read.
      buyer_seen_up_to uuid,
      seller_seen_up_to uuid
    );
    create index chat_rooms_buyer on chat_rooms (buyer_id, last_message_at desc, id desc);
    create index chat_rooms_seller on chat_rooms (seller_id, last_message_at desc, id desc);
    create index chat_rooms_last_message on chat_rooms (last_message_id);

    create table chat_messages (
      id uuid primary key default uuidv7(),
      chat_room_id uuid not null references chat_rooms,
      sender_id uuid references users,
      message text not null check (length(message) between 1 and 2000),
      message_type text not null default 'text' check (message_type in ('text', 'system', 'admin')),
      is_read smallint not null default 0 check (is_read in (0, 1)),
      created_at timestamptz(3) not null default app_now(),
      client_id uuid,
      check ((message_type = 'system') = (sender_id is null))
    );
    comment on column chat_messages.is_read is 'by everybody to whom it was said; of an administrator''s that is both';
    alter table chat_rooms add foreign key (last_message_id) references chat_messages;
    create index chat_messages_room on chat_messages (chat_room_id, id);
    create index chat_messages_unread on chat_messages (chat_room_id, id) where is_read = 0;
    create index chat_messages_admin on chat_messages (chat_room_id, id) where message_type = 'admin';
    -- A clientId names a message among its sender's own: nobody's can be taken, or asked for, by another.
    create unique index chat_messages_client on chat_messages (chat_room_id, sender_id, client_id)
      where client_id is not null;
    create trigger chat_messages_keep before update on chat_messages for each row
      when ((new.chat_room_id, new.sender_id, new.message, new.message_type, new.created_at)
            is distinct from (old.chat_room_id, old.sender_id, old.message, old.message_type, old.created_at))
      execute function refuse_update();

    create table admin_chat_rooms (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users,
      admin_id uuid references users,
      type text not null
        check (type in ('general', 'report_result', 'penalty_notice', 'refund_notice', 'account_notice')),
      related_id uuid,
      status text not null default 'active' check (status in ('active', 'inactive')),
      subject varchar(200),
      last_message_at timestamptz(3),
      created_at timestamptz(3) not null default app_now(),
      user_unread integer not null default 0 check (user_unread >= 0),
      admin_unread integer not null default 0 check (admin_unread >= 0),
      last_message_id uuid,
      -- The newest message of this side that the other one has read.
      user_seen_up_to uuid,
      admin_seen_up_to uuid
    );
    create index admin_chat_rooms_user on admin_chat_rooms (user_id, last_message_at desc);
    create unique index admin_chat_rooms_open on admin_chat_rooms (user_id, type) where status = 'active';
    create index admin_chat_rooms_newest on admin_chat_rooms (last_message_at desc, id desc);
    create index admin_chat_rooms_type on admin_chat_rooms (type, last_message_at desc, id desc);
    create index admin_chat_rooms_last_message on admin_chat_rooms (last_message_id);
    -- The few conversations in which something waits unread, for the count that every look at the inbox brings.
    create index admin_chat_rooms_unread on admin_chat_rooms (admin_unread) where admin_unread > 0;

    create table admin_chat_messages (
      id uuid primary key default uuidv7(),
      chat_room_id uuid not null references admin_chat_rooms,
      sender_id uuid references users,
      message text not null check (length(message) between 1 and 2000),
      message_type text not null default 'text' check (message_type in ('text', 'system', 'admin')),
      is_read smallint not null default 0 check (is_read in (0, 1)),
      created_at timestamptz(3) not null default app_now(),
      client_id uuid
    );
    alter table admin_chat_rooms add foreign key (last_message_id) references admin_chat_messages;
    create index admin_chat_messages_room on admin_chat_messages (chat_room_id, id);
    create index admin_chat_messages_unread on admin_chat_messages (chat_room_id, id) where is_read = 0;
    create unique index admin_chat_messages_client on admin_chat_messages (chat_room_id, sender_id, client_id)
      where client_id is not null;
  `,
  drop: /* sql */ `
    alter table admin_chat_rooms drop column last_message_id;
    alter table chat_rooms drop column last_message_id;
    drop table admin_chat_messages, admin_chat_rooms, chat_messages, chat_rooms;
  `,
};
