import type { Knex } from "knex";

/** Purchase chat, reports, penalties, and conversations with administrators. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
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
      seller_unread integer not null default 0 check (seller_unread >= 0)
    );
    create index chat_rooms_buyer on chat_rooms (buyer_id, last_message_at desc, id desc);
    create index chat_rooms_seller on chat_rooms (seller_id, last_message_at desc, id desc);

    create table chat_messages (
      id uuid primary key default uuidv7(),
      chat_room_id uuid not null references chat_rooms,
      sender_id uuid references users,
      message text not null check (length(message) between 1 and 2000),
      message_type text not null default 'text' check (message_type in ('text', 'system', 'admin')),
      is_read smallint not null default 0 check (is_read in (0, 1)),
      created_at timestamptz(3) not null default app_now(),
      client_id uuid,
      unique (chat_room_id, client_id),
      check ((message_type = 'system') = (sender_id is null))
    );
    create index chat_messages_room on chat_messages (chat_room_id, id);
    create index chat_messages_unread on chat_messages (chat_room_id, id) where is_read = 0;
    alter table chat_rooms add foreign key (last_message_id) references chat_messages;

    create table reports (
      id uuid primary key default uuidv7(),
      report_type text not null check (report_type in ('content', 'chat')),
      reporter_id uuid not null references users,
      chat_room_id uuid references chat_rooms,
      reported_user_id uuid not null references users,
      content_id uuid references contents,
      content_title varchar(200),
      report_reason varchar(100) not null,
      report_details text not null check (length(report_details) between 1 and 500),
      status text not null default 'pending' check (status in ('pending', 'reviewed', 'resolved', 'dismissed')),
      review_notes text,
      created_at timestamptz(3) not null default app_now(),
      reviewed_at timestamptz(3),
      check (reporter_id <> reported_user_id),
      check ((report_type = 'content' and content_id is not null) or (report_type = 'chat' and chat_room_id is not null))
    );
    create unique index reports_open_content on reports (reporter_id, content_id)
      where report_type = 'content' and status in ('pending', 'reviewed');
    create unique index reports_open_chat on reports (reporter_id, chat_room_id, reported_user_id)
      where report_type = 'chat' and status in ('pending', 'reviewed');
    create index reports_status on reports (status, created_at desc, id desc);
    create index reports_reported on reports (reported_user_id);

    create table user_penalties (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users,
      report_id uuid unique references reports,
      admin_id uuid references users,
      penalty_type varchar(20) not null check (penalty_type in ('warning', 'suspension', 'ban')),
      duration integer check (duration in (1, 7, 30)),
      reason text not null,
      start_date timestamptz(3) not null default app_now(),
      end_date timestamptz(3),
      is_active smallint not null default 1 check (is_active in (0, 1)),
      created_at timestamptz(3) not null default app_now(),
      seen_at timestamptz(3),
      lifted_at timestamptz(3),
      lift_reason text
    );
    create index user_penalties_user on user_penalties (user_id, created_at desc);

    create table admin_chat_rooms (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users,
      admin_id uuid references users,
      type text not null check (type in ('general', 'report_result', 'penalty_notice')),
      related_id uuid,
      status text not null default 'active' check (status in ('active', 'inactive')),
      subject varchar(200),
      last_message_at timestamptz(3),
      created_at timestamptz(3) not null default app_now(),
      user_unread integer not null default 0 check (user_unread >= 0),
      admin_unread integer not null default 0 check (admin_unread >= 0)
    );
    create index admin_chat_rooms_user on admin_chat_rooms (user_id, last_message_at desc);
    create index admin_chat_rooms_newest on admin_chat_rooms (last_message_at desc, id desc);

    create table admin_chat_messages (
      id uuid primary key default uuidv7(),
      chat_room_id uuid not null references admin_chat_rooms,
      sender_id uuid references users,
      message text not null check (length(message) between 1 and 2000),
      message_type text not null default 'text' check (message_type in ('text', 'system', 'admin')),
      is_read smallint not null default 0 check (is_read in (0, 1)),
      created_at timestamptz(3) not null default app_now(),
      client_id uuid,
      unique (chat_room_id, client_id)
    );
    create index admin_chat_messages_room on admin_chat_messages (chat_room_id, id);
  `);

export const down = (knex: Knex): Promise<unknown> =>
  knex.raw(/* sql */ `
    drop table admin_chat_messages, admin_chat_rooms, user_penalties, reports;
    alter table chat_rooms drop column last_message_id;
    drop table chat_messages, chat_rooms;
  `);
