import { formatWon, type PushMessage, type PushTopic } from "@knowhow/shared";
import type { Knex } from "knex";

/** An event that is due on a device, by its number among its person's. */
export interface DueEvent {
  seq: number;
  name: string;
  data: Record<string, string>;
}

/** A notification, its topic, and the number of the last event that it tells of. */
interface DueNotification {
  message: PushMessage;
  topic: PushTopic;
  /** Whether a banned person may still read it in the app. */
  isOpenToBanned: boolean;
  seq: number;
}

/** Characters of a message that a notification shows. */
const maxShown = 140;
const cut = (text: string): string => {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  return characters.length > maxShown
    ? `${characters.slice(0, maxShown - 1).join("")}…`
    : characters.join("");
};

// Each finds the rows of the given ids that their person has not seen: read ones are no news any more.
const messagesSql = /* sql */ `
  select m.id, m.chat_room_id as "roomId", m.message, coalesce(u.nickname, '노하우') as sender,
         m.message_type = 'admin' as "isByAdmin"
  from chat_messages m join chat_rooms r on r.id = m.chat_room_id left join users u on u.id = m.sender_id
  where m.id = any(:ids::uuid[])
    -- What the product says there is said to the buyer.
    and case :userId::uuid when r.buyer_id then m.sender_id is distinct from r.buyer_id
                     when r.seller_id then m.sender_id <> r.seller_id else false end
    and m.id > coalesce(case when r.buyer_id = :userId then r.buyer_read_up_to else r.seller_read_up_to end,
                        '00000000-0000-0000-0000-000000000000')`;
const adminMessagesSql = /* sql */ `
  select m.id, m.chat_room_id as "roomId", m.message, u.nickname, r.user_id = :userId as "isOwnInquiry",
         r.type = 'general' and m.message_type <> 'system' as "isInquiry"
  from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id join users u on u.id = r.user_id
  where m.id = any(:ids::uuid[]) and m.is_read = 0
    and case when r.user_id = :userId then m.sender_id is distinct from :userId else m.sender_id = r.user_id end`;
// An order is told as paid again when a request for its money ends, or when the provider gave a part of it back.
const salesSql = /* sql */ `
  select o.order_number as id, o.title, o.price from orders o
  where o.order_number = any(:ids) and o.seller_id = :userId and o.status = 'paid'
    and o.part_cancelled = 0 and not exists (select from refund_events e where e.order_id = o.id)`;
const questionsSql = /* sql */ `
  select c.id, c.title from contents c
  where c.id = any(:ids::uuid[]) and c.deleted_at is null and exists (
    select from content_questions q
    where q.content_id = c.id and q.hidden_at is null
      and case when c.seller_id = :userId then q.answer is null
               else q.user_id = :userId and q.answer is not null and q.answer_seen_at is null
                    and q.answer_hidden_at is null end)`;

/**
 * Composes the notifications of a person's events: one for each room, order or content, the latest last. Rows that the
 * person has seen make none.
 */
export const composeNotifications = async (
  knex: Knex,
  userId: string,
  events: readonly DueEvent[],
): Promise<DueNotification[]> => {
  const notifications = new Map<string, DueNotification>();
  const add = (
    topic: PushTopic,
    message: PushMessage,
    { seq }: DueEvent,
    { isOpenToBanned = false } = {},
  ): void => {
    notifications.set(message.tag, { message, topic, isOpenToBanned, seq });
  };
  /** Rows of the events' things, in the order of the events. */
  const rowsOf = async <R extends { id: string }>(
    sql: string,
    isOf: (event: DueEvent) => boolean,
    field: string,
  ): Promise<[row: R, event: DueEvent][]> => {
    const own = events.filter(isOf);
    if (own.length === 0) return [];
    const ids = [...new Set(own.map(({ data }) => data[field] ?? ""))];
    const { rows } = await knex.raw<{ rows: R[] }>(sql, { userId, ids });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return own.flatMap((event) => {
      const row = byId.get(event.data[field] ?? "");
      return row ? [[row, event] as [R, DueEvent]] : [];
    });
  };

  const messages = await rowsOf<{
    id: string; roomId: string; message: string; sender: string; isByAdmin: boolean;
  }>(messagesSql, ({ name, data }) => name === "message" && data["kind"] === "purchase", "id"); // oxfmt-ignore
  for (const [{ roomId, message, sender, isByAdmin }, event] of messages)
    add(
      "messages",
      {
        title: isByAdmin ? "관리자" : sender,
        body: cut(message),
        path: `/chat/${roomId}`,
        tag: `room ${roomId}`,
      },
      event,
    );

  const adminMessages = await rowsOf<{
    id: string; roomId: string; message: string; nickname: string; isOwnInquiry: boolean; isInquiry: boolean;
  }>(adminMessagesSql, ({ name, data }) => name === "message" && data["kind"] === "admin", "id"); // oxfmt-ignore
  for (const [{ roomId, message, nickname, isOwnInquiry, isInquiry }, event] of adminMessages)
    add(
      isInquiry ? "inquiries" : "results",
      {
        title: isOwnInquiry ? "관리자" : `${nickname}님의 문의`,
        body: cut(message),
        path: isOwnInquiry ? "/user-admin-chats" : `/admin-chat/${roomId}`,
        tag: `admin ${roomId}`,
      },
      event,
      { isOpenToBanned: true },
    );

  const sales = await rowsOf<{ id: string; title: string; price: number }>(
    salesSql,
    ({ name, data }) => name === "order" && data["status"] === "paid",
    "orderNumber",
  );
  for (const [{ id, title, price }, event] of sales)
    add(
      "sales",
      {
        title: price === 0 ? "무료 콘텐츠를 받아 갔어요" : `${formatWon(price)}에 판매됐어요`,
        body: cut(title),
        path: "/seller",
        tag: `sale ${id}`,
      },
      event,
    );

  const questions = await rowsOf<{ id: string; title: string }>(
    questionsSql,
    ({ name }) => name === "question",
    "contentId",
  );
  for (const [{ id, title }, event] of questions)
    add(
      "inquiries",
      {
        title: event.data["act"] === "asked" ? "구매 전 문의가 왔어요" : "문의에 답변이 달렸어요",
        body: cut(title),
        path: `/content/${id}`,
        tag: `question ${id}`,
      },
      event,
    );

  return [...notifications.values()].sort((one, other) => one.seq - other.seq);
};
