/** In SQL: the sum of a person's active penalties, for `u` of users. Only the service itself names an administrator. */
export const penaltiesSql = /* sql */ `
  lateral (
    select count(*) filter (where p.penalty_type = 'warning') as warnings,
           coalesce(bool_or(p.penalty_type = 'ban'), false) or count(*) filter (where p.penalty_type = 'warning') >= 3 as banned,
           max(p.end_date) filter (where p.end_date > app_now()) as until
    from user_penalties p where p.user_id = u.id and p.is_active = 1
  )`;
const judgedSql = "exists (select from user_penalties p where p.user_id = u.id and p.admin_id is not null)";

/** What must never be true of sanctions, reports and conversations, as queries that must return no row. */
export const peopleInvariants: Record<string, string> = {
  "S1 standing is what the active penalties come to": `
    select u.id from users u join ${penaltiesSql} a on true
    where ${judgedSql} and (u.warning_count <> a.warnings or (u.is_banned = 1) <> a.banned
      or (u.is_banned = 1) <> (u.ban_reason is not null)
      or (case when u.suspended_until > app_now() then u.suspended_until end) is distinct from a.until)`,
  "S2 a room is closed while a party is banned, once one has left or the money went back, and only then": `
    select r.id from chat_rooms r join orders o on o.id = r.order_id
    where exists (select from users u where u.id in (r.buyer_id, r.seller_id) and ${judgedSql})
      and (r.status = 'inactive') <> (o.status = 'refunded' or exists (
        select from users u join ${penaltiesSql} a on true
        where u.id in (r.buyer_id, r.seller_id) and (a.banned or u.left_at is not null)))`,
  "S3 a penalty follows from a report about its person that was resolved, or theirs that was dismissed": `
    select p.id from user_penalties p join reports r on r.id = p.report_id
    where not (r.reported_user_id = p.user_id and (r.status = 'resolved' or r.reopened_count > 0)
      or r.reporter_id = p.user_id and p.penalty_type = 'warning' and (r.status = 'dismissed' or r.reopened_count > 0))`,
  "S4 a penalty and its end are told once each": `
    select p.user_id from user_penalties p join users u on u.id = p.user_id and u.left_at is null
    group by p.user_id
    having bool_and(p.report_id is not null) and count(*) + count(p.lifted_at) <> (
      select count(*) from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id
      where r.user_id = p.user_id and r.type = 'penalty_notice' and m.message_type = 'system')`,
  "S5 each step of a report is told to who made it": `
    select p.reporter_id from reports p join users u on u.id = p.reporter_id and u.left_at is null
    where p.status <> 'pending'
    group by p.reporter_id
    having (select count(*) from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id
            where r.user_id = p.reporter_id and r.type = 'report_result' and m.message_type = 'system')
      not between count(*) and 2 * (count(*) + sum(p.reopened_count))`,
  "E1 versions in evidence keep their files, and are none that came since": `
    select i.report_id from report_evidence_versions i join report_evidence e on e.report_id = i.report_id
      join content_versions v on v.id = i.version_id
    where v.created_at > e.taken_at
      or v.number >= (select max(n.number) from content_versions n where n.content_id = v.content_id)
      or exists (select from unnest(v.file_urls) u where starts_with(u, '/objects/uploads/')
                 and not exists (select from objects o where '/objects/uploads/' || o.id = u))`,
  "C0 an answer is to a comment of its content that is no answer": `
    select a.id from content_comments a join content_comments c on c.id = a.parent_id
    where c.parent_id is not null or c.content_id <> a.content_id`,
  "C1 a room's counters are counts": `
    select r.id from chat_rooms r cross join lateral (
      select count(*) filter (where (m.sender_id <> r.buyer_id or m.message_type = 'system' and m.client_id is not null) and (r.buyer_read_up_to is null or m.id > r.buyer_read_up_to)) as for_buyer,
             count(*) filter (where m.sender_id <> r.seller_id and (r.seller_read_up_to is null or m.id > r.seller_read_up_to)) as for_seller,
             (array_agg(m.id order by m.id desc) filter (where m.sender_id = r.buyer_id and m.is_read = 1))[1] as buyer_seen,
             (array_agg(m.id order by m.id desc) filter (where m.sender_id = r.seller_id and m.is_read = 1))[1] as seller_seen
      from chat_messages m where m.chat_room_id = r.id) c
    where r.buyer_unread <> for_buyer or r.seller_unread <> for_seller
       or r.buyer_seen_up_to is distinct from buyer_seen or r.seller_seen_up_to is distinct from seller_seen`,
  "C2 a conversation's counters are counts": `
    select r.id from admin_chat_rooms r cross join lateral (
      select count(*) filter (where m.message_type <> 'text') as for_user, count(*) filter (where m.message_type = 'text') as for_admin
      from admin_chat_messages m where m.chat_room_id = r.id and m.is_read = 0) c
    where r.user_unread <> for_user or r.admin_unread <> for_admin`,
  "C3 a room's last message is its newest": `
    select r.id from chat_rooms r
    where (select m.id from chat_messages m where m.chat_room_id = r.id order by m.id desc limit 1)
      is distinct from r.last_message_id`,
  "C4 a conversation's last message is its newest": `
    select r.id from admin_chat_rooms r
      left join lateral (select m.id, m.created_at from admin_chat_messages m where m.chat_room_id = r.id order by m.id desc limit 1) m on true
    where m.id is distinct from r.last_message_id or (m.id is not null and m.created_at <> r.last_message_at)`,
  "F1 a mentor's followers are counted": `
    select coalesce(f.mentor_id, k.mentor_id) from (select mentor_id, count(*) as n from follows group by mentor_id) f
    full join follower_counts k using (mentor_id) where coalesce(f.n, 0) <> coalesce(k.followers, 0)`,
  "D1 what is searched is what is on the market": `
    (select content_id::text from (table search_sources except table search_documents) missing)
    union all (select content_id::text from (table search_documents except table search_sources) left_over)`,
  "D2 every searched word can be corrected to": `
    select w from contents c join users u on u.id = c.seller_id
      cross join search_words_of(c.title || ' ' || u.nickname || ' ' || search_category(c.category) || ' ' || array_to_string(c.tags, ' ')) w
    where c.is_listed and not exists (select from search_words k where k.word = w)`,
};
