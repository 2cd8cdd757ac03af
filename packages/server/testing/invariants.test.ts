import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payOut } from "../src/features/payouts/payOut.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { createContent, createUser } from "./factories.ts";
import { brokenInvariants } from "./invariants.ts";
import { buy } from "./payments.ts";
import { payoutInvariants } from "./payoutInvariants.ts";
import { peopleInvariants } from "./peopleInvariants.ts";
import { decide, fileReport, makeDeal, type Deal } from "./reports.ts";

/** What breaks each, and what mends it; `$1` is the seller. */
const breaches: Record<string, readonly [string, string]> = {
  I8d: [
    `with liked as (insert into content_likes (user_id, content_id)
                    select $1, id from contents where seller_id = $1 limit 1 returning content_id)
     update contents c set likes_count = likes_count + 1 from liked where c.id = liked.content_id`,
    `with gone as (delete from content_likes where user_id = $1 returning content_id)
     update contents c set likes_count = likes_count - 1 from gone where c.id = gone.content_id`,
  ],
  I10c: [
    `insert into standin_toss.charge_log (event, order_id, payment_key, amount)
     select event, order_id, payment_key, amount from standin_toss.charge_log, users where event = 'PAYOUT' and users.id = $1`,
    `delete from standin_toss.charge_log l using users u
     where u.id = $1 and l.event = 'PAYOUT' and l.id = (select max(id) from standin_toss.charge_log)`,
  ],
  I10d: [
    `update standin_toss.charge_log l set order_id = s.id || '-9' from settlements s
     where s.seller_id = $1 and s.payout_id = l.payment_key`,
    `update standin_toss.charge_log l set order_id = s.id || '-1' from settlements s
     where s.seller_id = $1 and s.payout_id = l.payment_key`,
  ],
  I10e: [
    `update standin_toss.charge_log l set amount = l.amount - 1 from settlements s
     where s.seller_id = $1 and s.payout_id = l.payment_key`,
    `update standin_toss.charge_log l set amount = l.amount + 1 from settlements s
     where s.seller_id = $1 and s.payout_id = l.payment_key`,
  ],
  I10f: [
    `update settlements set status = 'processing', claimed_at = app_now() - interval '17 minutes'
     where seller_id = $1 and status = 'pending'`,
    "update settlements set status = 'pending' where seller_id = $1 and status = 'processing'",
  ],
  S1: [
    "update users set warning_count = 2 where id = $1",
    "update users set warning_count = 1 where id = $1",
  ],
  S2: [
    "update chat_rooms set status = 'inactive' where seller_id = $1",
    "update chat_rooms set status = 'active' where seller_id = $1",
  ],
  S3: [
    `insert into user_penalties (user_id, report_id, penalty_type, reason)
     select $1, id, 'warning', 'none' from reports where reported_user_id = $1 and status = 'pending'`,
    "delete from user_penalties where user_id = $1 and reason = 'none'",
  ],
  S4: [
    `update admin_chat_messages m set message_type = 'admin' from admin_chat_rooms r
     where r.id = m.chat_room_id and r.user_id = $1 and r.type = 'penalty_notice'`,
    `update admin_chat_messages m set message_type = 'system' from admin_chat_rooms r
     where r.id = m.chat_room_id and r.user_id = $1 and r.type = 'penalty_notice'`,
  ],
  S5: [
    `update admin_chat_messages m set message_type = 'admin' from admin_chat_rooms r, reports p
     where r.id = m.chat_room_id and r.user_id = p.reporter_id and p.reported_user_id = $1 and r.type = 'report_result'`,
    `update admin_chat_messages m set message_type = 'system' from admin_chat_rooms r, reports p
     where r.id = m.chat_room_id and r.user_id = p.reporter_id and p.reported_user_id = $1 and r.type = 'report_result'`,
  ],
  P1: [
    "update orders set part_cancelled = 1, part_cancelled_at = app_now() where seller_id = $1",
    "update orders set part_cancelled = 0, part_cancelled_at = null where seller_id = $1",
  ],
  P2: [
    `insert into standin_toss.charge_log (at, event, order_id, payment_key, amount)
     select p.requested_at - interval '1 hour', 'CANCELED', o.order_number, 'lost', o.amount
     from orders o join settlements s on s.order_id = o.id join standin_toss.payouts p on p.id = s.payout_id where s.seller_id = $1`,
    "delete from standin_toss.charge_log l using users u where u.id = $1 and l.payment_key = 'lost'",
  ],
  "P2 beyond the part that was judged": [
    `with judged as (update settlements set judged_cancel = 1 where seller_id = $1 and status = 'completed' returning order_id, payout_id)
     insert into standin_toss.charge_log (at, event, order_id, payment_key, amount)
     select p.requested_at - interval '1 hour', 'PARTIAL_CANCELED', o.order_number, 'lost', 1
     from orders o join judged j on j.order_id = o.id join standin_toss.payouts p on p.id = j.payout_id, generate_series(1, 2)`,
    `with judged as (update settlements set judged_cancel = 0 where seller_id = $1)
     delete from standin_toss.charge_log where payment_key = 'lost'`,
  ],
  S6: [
    "update settlements set manual_hold = 'x' where seller_id = $1 and status = 'pending'",
    "update settlements set manual_hold = null where seller_id = $1 and status = 'pending'",
  ],
  S8: [
    "update settlements set manual_hold = 'x' where seller_id = $1 and status = 'completed'",
    "update settlements set manual_hold = null where seller_id = $1 and status = 'completed'",
  ],
  S7: [
    `update users u set bank_changed_at = s.claimed_at - interval '1 hour' from settlements s
     where s.seller_id = u.id and u.id = $1 and s.status = 'completed'`,
    "update users set bank_changed_at = null where id = $1",
  ],
  "S7 of one that was kept back whole": [
    `with netted as (update settlements set sent_at = null, claimed_at = claimed_at - interval '2 hours'
                     where seller_id = $1 and status = 'completed' returning seller_id, settled_at)
     update users u set bank_changed_at = n.settled_at - interval '1 hour' from netted n where u.id = n.seller_id`,
    `with sent as (update settlements set sent_at = settled_at, claimed_at = claimed_at + interval '2 hours'
                   where seller_id = $1 and status = 'completed' returning seller_id)
     update users u set bank_changed_at = null from sent where u.id = sent.seller_id`,
  ],
  "S7 after a change of account data": [
    `update users u set account_changed_at = s.claimed_at - interval '1 hour' from settlements s
     where s.seller_id = u.id and u.id = $1 and s.status = 'completed'`,
    "update users set account_changed_at = null where id = $1",
  ],
  "S7 while a refund was asked for": [
    `insert into refund_events (order_id, kind, created_at)
     select order_id, 'requested', claimed_at - interval '1 hour' from settlements where seller_id = $1 and status = 'completed'`,
    "delete from refund_events e using orders o where o.id = e.order_id and o.seller_id = $1",
  ],
  "S7 after a cancel at the provider": [
    `insert into provider_cancels (transaction_key, order_id, amount, seen_at)
     select 'late', order_id, 1, claimed_at - interval '1 hour' from settlements where seller_id = $1 and status = 'completed'`,
    "delete from provider_cancels c using orders o where o.id = c.order_id and o.seller_id = $1",
  ],
  E1: [
    `with made as (insert into content_versions (content_id, number, file_urls, file_names, created_at)
                   select id, 1, file_urls, coalesce(file_names, '{}'), app_now() from contents where seller_id = $1
                   returning id, content_id)
     insert into report_evidence_versions (report_id, version_id)
     select r.id, made.id from made join reports r on r.content_id = made.content_id`,
    `with gone as (delete from report_evidence_versions i using reports r
                   where r.id = i.report_id and r.reported_user_id = $1)
     delete from content_versions v using contents c where c.id = v.content_id and c.seller_id = $1`,
  ],
  C0: [
    `with asked as (insert into content_comments (content_id, user_id, comment)
                    select id, seller_id, 'x' from contents where seller_id = $1 limit 1 returning id, content_id, user_id),
          answered as (insert into content_comments (content_id, user_id, comment, parent_id)
                       select content_id, user_id, 'x', id from asked returning id, content_id, user_id)
     insert into content_comments (content_id, user_id, comment, parent_id)
     select content_id, user_id, 'x', id from answered`,
    "delete from content_comments where user_id = $1",
  ],
  F1: [
    "insert into follower_counts values ($1, 1) on conflict (mentor_id) do update set followers = follower_counts.followers + 1",
    "update follower_counts set followers = followers - 1 where mentor_id = $1",
  ],
  D1: [
    "update search_documents d set title = d.title || '!' from contents c where c.id = d.content_id and c.seller_id = $1",
    "update search_documents d set title = left(d.title, -1) from contents c where c.id = d.content_id and c.seller_id = $1",
  ],
  D2: [
    "delete from search_words where word in (select search_words_of(title) from contents where seller_id = $1)",
    `insert into search_words select distinct w, normalize(w, NFD)
     from contents cross join search_words_of(title) w where seller_id = $1`,
  ],
  C1: [
    "update chat_rooms set seller_unread = seller_unread + 1 where seller_id = $1",
    "update chat_rooms set seller_unread = seller_unread - 1 where seller_id = $1",
  ],
  C2: [
    "update admin_chat_rooms set user_unread = user_unread + 1 where user_id = $1",
    "update admin_chat_rooms set user_unread = user_unread - 1 where user_id = $1",
  ],
  C3: [
    `update chat_rooms r set last_message_id = (select id from chat_messages where chat_room_id = r.id order by id limit 1)
     where seller_id = $1`,
    `update chat_rooms r set last_message_id = (select id from chat_messages where chat_room_id = r.id order by id desc limit 1)
     where seller_id = $1`,
  ],
  C4: [
    "update admin_chat_rooms set last_message_at = last_message_at + interval '1 day' where user_id = $1",
    "update admin_chat_rooms set last_message_at = last_message_at - interval '1 day' where user_id = $1",
  ],
};

describe("what must never be true", () => {
  let app: TestApp;
  let deal: Deal;

  beforeAll(async () => {
    app = await startTestApp();
    const admin = await app.as(await createUser(app.deps, { userId: "admin1" }));
    deal = await makeDeal(app, { price: 10_000 });
    await deal.buyerClient.post(`/api/chat/rooms/${deal.chatRoomId}/messages`, { message: "안녕하세요" });
    await decide(admin, await fileReport(deal), {
      status: "resolved",
      penaltyType: "warning",
      reason: "광고",
    });
    await fileReport(deal);
    await app.moveClock(8 * 24 * 3_600_000);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    const { id } = await createContent(app.deps, deal.seller.id, { price: 3_000 });
    await buy(app.url, deal.buyerClient, { ...deal.content, id, price: 3_000 });
    // A report's target does not change: here it has to.
    await app.deps.pool.query("alter table reports disable trigger reports_guard");
    // Nor do events of refunds.
    await app.deps.pool.query("alter table refund_events disable trigger refund_events_frozen");
  });
  afterAll(() => app.stop());

  const broken = async () => (await brokenInvariants(app.deps.pool)).map(({ name }) => name.split(" ")[0]);

  it.each(Object.entries(breaches))("%s is noticed", async (name, [harm, mend]) => {
    expect(await broken()).toEqual([]);
    await app.deps.pool.query(harm, [deal.seller.id]);
    expect(await broken()).toContain(name.split(" ")[0]);
    await app.deps.pool.query(mend, [deal.seller.id]);
  });

  it("is proved for each that is about people and holds", () => {
    for (const name of Object.keys({ ...peopleInvariants, ...payoutInvariants }))
      expect(breaches).toHaveProperty(name.split(" ")[0] ?? "");
  });
});
