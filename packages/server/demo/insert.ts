import { amountsOf, refundDays } from "@knowhow/shared";
import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { hashPassword } from "../src/features/accounts/passwords.ts";
import { storedSkeletonOf } from "../src/features/accounts/skeleton.ts";
import { welcome } from "../src/features/chats/open.ts";
import type { Trx } from "../src/database/BaseModel.ts";
import { BaseModel } from "../src/database/BaseModel.ts";
import type { Deps } from "../src/deps.ts";
import { keyOf, pathOf } from "../src/storage/StoredObject.ts";
import { adoptCharges, type AdoptedCharge } from "../standins/toss/adopt.ts";
import {
  demoAccounts,
  demoAssetPath,
  demoBuyers,
  demoComments,
  demoContents,
  demoMentors,
  demoRatings,
  demoTalks,
} from "./data.ts";
import { demoPassword } from "./password.ts";
import { insertCases } from "./cases.ts";
import { insertSanctions } from "./sanctions.ts";
import type { DemoContent, DemoPerson } from "./types.ts";

interface StoredFile {
  id: string;
  owner: string;
  kind: string;
  name: string;
  size: number;
  extension: string;
}

interface Sale {
  buyer: string;
  content: string;
  seller: string;
  title: string;
  price: number;
  paidDaysAgo: number;
}

/** Inserts rows given as objects; `columns` says how they become columns. */
const insertRows = async (trx: Trx, into: string, shape: string, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  await trx.raw(`insert into ${into} from json_to_recordset(?::json) as r(${shape})`, [JSON.stringify(rows)]);
};

const insertPeople = async (deps: Deps, trx: Trx): Promise<Map<string, string>> => {
  const demoHash = await hashPassword(demoPassword);
  // All other people are scenery, with a password that is thrown away.
  const nobody = await hashPassword(randomBytes(24).toString("hex"));
  const people = new Map<string, DemoPerson & { joinedDaysAgo: number }>();
  for (const person of [...demoMentors, ...demoBuyers, ...demoAccounts]) people.set(person.userId, person);
  const open = new Set(demoAccounts.map(({ userId }) => userId));
  const banks = new Map([
    ...demoMentors.map((mentor) => [mentor.userId, mentor] as const),
    ...demoAccounts.flatMap(({ userId, bank }) => (bank ? [[userId, bank] as const] : [])),
  ]);
  const introductions = new Map(demoMentors.map(({ userId, introduction }) => [userId, introduction]));
  const ids = new Map([...people.keys()].map((userId) => [userId, randomUUID()]));
  const rows = [...people.values()].map((person) => {
    const id = ids.get(person.userId) ?? "";
    const bank = banks.get(person.userId);
    return {
      id,
      name: person.name,
      user_id: person.userId,
      nickname: person.nickname,
      id_skeleton: storedSkeletonOf(person.userId),
      nickname_skeleton: storedSkeletonOf(person.nickname),
      email: person.email,
      phone: person.phoneNumber,
      password: open.has(person.userId) ? demoHash : nobody,
      days: person.joinedDaysAgo,
      bank: bank?.bankName ?? null,
      number: bank ? deps.cipher.encrypt(bank.accountNumber, id) : null,
      holder: bank?.accountHolder ?? null,
      introduction: introductions.get(person.userId) ?? null,
    };
  });
  await insertRows(
    trx,
    `users (id, name, user_id, nickname, user_id_skeleton, nickname_skeleton, email, password, phone_number, bank_name,
       account_number, account_holder, introduction, created_at)
     select id, name, user_id, nickname, id_skeleton, nickname_skeleton, email, password, phone, bank, number, holder, introduction, app_now() - days * interval '1 day'`,
    "id uuid, name text, user_id text, nickname text, id_skeleton text, nickname_skeleton text, email text, phone text, password text, days int, bank text, number text, holder text, introduction text",
    rows,
  );
  return ids;
};

/** Mentors whom each buyer follows. */
const followedCount = 3;

const insertFollows = (trx: Trx, ids: ReadonlyMap<string, string>): Promise<void> =>
  insertRows(
    trx,
    "follows (follower_id, mentor_id) select follower, mentor",
    "follower uuid, mentor uuid",
    demoBuyers.flatMap((buyer, place) =>
      Array.from({ length: followedCount }, (_, step) => ({
        follower: ids.get(buyer.userId),
        mentor: ids.get(demoMentors[(place * 7 + step * 11) % demoMentors.length]?.userId ?? ""),
      })),
    ),
  );

const storeFiles = async (
  { storage }: Deps,
  owner: string,
  content: DemoContent,
): Promise<{ files: StoredFile[]; previews: StoredFile[] }> => {
  const store = async (path: string, name: string, kind: string): Promise<StoredFile> => {
    const bytes = await readFile(demoAssetPath(path));
    const id = randomUUID();
    await storage.write(keyOf(id, null), bytes);
    return {
      id,
      owner,
      kind,
      name: name.normalize("NFC"),
      size: bytes.length,
      extension: extname(path).slice(1),
    };
  };
  return {
    files: await Promise.all(
      content.files.map(({ path, name }, index) => store(path, name, index === 0 ? "file" : "extra")),
    ),
    previews: await Promise.all(
      content.previews.map((path, index) => store(path, `미리보기 ${index + 1}.webp`, "preview")),
    ),
  };
};

const insertContents = async (deps: Deps, trx: Trx, people: Map<string, string>): Promise<string[]> => {
  const ids: string[] = [];
  for (const content of demoContents) {
    const id = randomUUID();
    const owner = people.get(content.mentor) ?? "";
    const { files, previews } = await storeFiles(deps, owner, content);
    await insertRows(
      trx,
      `objects (id, owner_id, kind, file_name, size, extension, uploaded_at, attached_at)
       select id, owner, kind, name, size, extension, app_now(), app_now()`,
      "id uuid, owner uuid, kind text, name text, size bigint, extension text",
      [...files, ...previews],
    );
    await trx.raw(
      `insert into contents (id, title, description, tags, category, price, file_urls, file_names, preview_image_urls,
         seller_id, view_count, upload_time, updated_at)
       select ?, ?, ?, ?::text[], ?, ?, ?::text[], ?::text[], ?::text[], ?, ?, at, at
       from (select app_now() - ? * interval '1 hour' as at) t`,
      [
        id,
        content.title,
        content.description,
        [...content.tags],
        content.category,
        content.price,
        files.map((file) => pathOf(file.id)),
        files.map(({ name }) => name),
        previews.map((preview) => pathOf(preview.id)),
        owner,
        content.views,
        content.ageDays * 24 + (ids.length % 24),
      ],
    );
    ids.push(id);
  }
  return ids;
};

/** The purchases, spread over the days since each content appeared, then those of accounts. Always the same. */
const salesOf = (people: Map<string, string>, contentIds: string[]): Sale[] => {
  const saleOf = (buyer: string, place: number, content: DemoContent, turn: number): Sale => ({
    buyer: people.get(buyer) ?? "",
    content: contentIds[place] ?? "",
    seller: people.get(content.mentor) ?? "",
    title: content.title,
    price: content.price,
    paidDaysAgo: (content.ageDays * (turn + 0.4)) / (content.purchases + 1),
  });
  const ofBuyers = demoContents.flatMap((content, place) =>
    Array.from({ length: content.purchases }, (_, turn) =>
      saleOf(demoBuyers[(place * 7 + turn) % demoBuyers.length]?.userId ?? "", place, content, turn),
    ),
  );
  const ofAccounts = demoAccounts.flatMap(({ userId, bought }) =>
    demoContents.flatMap((content, place) =>
      content.slug === bought ? [saleOf(userId, place, content, 0)] : [],
    ),
  );
  return [...ofBuyers, ...ofAccounts];
};

const insertSales = async (trx: Trx, sales: Sale[]): Promise<void> => {
  const rows = sales.map((sale, index) => {
    const { totalAmount, buyerFee, sellerAmount } = amountsOf(sale.price);
    const number = `KHDEMO-${String(index + 1).padStart(5, "0")}`;
    return {
      ...sale,
      number,
      amount: totalAmount,
      fee: buyerFee,
      seller_amount: sellerAmount,
      key: `demo_${number}`,
    };
  });
  await insertRows(
    trx,
    `orders (buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount, title, category,
       mentor_nickname, status,
       payment_method, toss_payment_key, toss_order_id, created_at, paid_at)
     select buyer, content, seller, number, price, amount, fee, seller_amount, title,
       (select c.category from contents c where c.id = content), (select u.nickname from users u where u.id = seller), 'paid',
       case when amount > 0 then '카드' end, case when amount > 0 then key end, case when amount > 0 then number end,
       app_now() - "paidDaysAgo" * interval '1 day' - interval '2 minutes', app_now() - "paidDaysAgo" * interval '1 day'`,
    `buyer uuid, content uuid, seller uuid, number text, price int, amount int, fee int, seller_amount int, title text,
     key text, "paidDaysAgo" float8`,
    rows,
  );
  await trx.raw(`
    update contents c set purchases_count = n from
      (select content_id, count(*) as n from orders group by content_id) o where o.content_id = c.id`);
  await trx.raw(`insert into ledger_transactions (id, order_id, created_at)
    select 'paid:' || id, id, paid_at from orders where amount > 0`);
  await trx.raw(`insert into ledger_entries (transaction_id, account, seller_id, debit, credit, created_at)
    select 'paid:' || o.id, e.account, case when e.account = 'seller' then o.seller_id end, e.debit, e.credit, o.paid_at
    from orders o cross join lateral (values ('provider', o.amount, 0), ('seller', 0, o.seller_amount),
      ('platform', 0, o.amount - o.seller_amount)) as e(account, debit, credit) where o.amount > 0`);
  await trx.raw(
    `insert into settlements (order_id, seller_id, amount, payable_at, created_at, status, settled_at, bank_name,
       account_number, account_holder)
     select o.id, o.seller_id, o.seller_amount, due, o.paid_at, case when due <= app_now() then 'completed' else 'pending' end,
       case when due <= app_now() then due end, u.bank_name, u.account_number, u.account_holder
     from orders o join users u on u.id = o.seller_id
     cross join lateral (select o.paid_at + ? * interval '1 day' as due) d where o.amount > 0`,
    [refundDays],
  );
  await trx.raw(`insert into ledger_transactions (id, order_id, created_at)
    select 'payout:' || id, order_id, settled_at from settlements where status = 'completed'`);
  await trx.raw(`insert into ledger_entries (transaction_id, account, seller_id, debit, credit, created_at)
    select 'payout:' || s.id, e.account, case when e.account = 'seller' then s.seller_id end, e.debit, e.credit, s.settled_at
    from settlements s cross join lateral (values ('seller', s.amount, 0), ('cash', 0, s.amount)) as e(account, debit, credit)
    where s.status = 'completed'`);
};

/** The demo sales as the payment stand-in would know them, so that books and provider agree from the start. */
const adoptSales = async (trx: Trx): Promise<void> => {
  const { rows } = await trx.raw<{ rows: AdoptedCharge[] }>(`
    select order_number as "orderId", title as "orderName", toss_payment_key as "paymentKey", amount,
      paid_at as "approvedAt" from orders where amount > 0`);
  await adoptCharges(trx, rows);
};

const insertRooms = async (trx: Trx): Promise<void> => {
  await trx.raw(`insert into chat_rooms (order_id, buyer_id, seller_id, content_id, last_message_at, created_at)
    select id, buyer_id, seller_id, content_id, paid_at, paid_at from orders`);
  await trx.raw(
    `with sent as (
      insert into chat_messages (chat_room_id, message, message_type, is_read, created_at)
      select id, ?, 'system', 1, created_at from chat_rooms returning id, chat_room_id)
    update chat_rooms r set last_message_id = sent.id from sent where sent.chat_room_id = r.id`,
    [welcome],
  );
};

interface Crowd {
  people: Map<string, string>;
  sales: Sale[];
  contentIds: string[];
}

const insertVoices = async (trx: Trx, { people, sales, contentIds }: Crowd): Promise<void> => {
  const byContent = new Map<string, Sale[]>();
  for (const sale of sales) byContent.set(sale.content, [...(byContent.get(sale.content) ?? []), sale]);
  const likes: object[] = [];
  const comments: object[] = [];
  demoContents.forEach((content, place) => {
    const buyers = byContent.get(contentIds[place] ?? "") ?? [];
    for (const sale of buyers.slice(0, content.likes)) {
      likes.push({ user: sale.buyer, content: sale.content, days: sale.paidDaysAgo * 0.9 });
    }
    const texts = [...demoComments[content.category], ...demoComments.general];
    for (const [turn, sale] of buyers
      .filter((_, index) => index % 3 === 0)
      .slice(0, 8)
      .entries()) {
      const text = texts[(place * 5 + turn * 11) % texts.length];
      if (text)
        comments.push({ user: sale.buyer, content: sale.content, text, days: sale.paidDaysAgo * 0.8 });
    }
  });
  await insertRows(
    trx,
    `content_likes (user_id, content_id, created_at) select "user", content, app_now() - days * interval '1 day'`,
    `"user" uuid, content uuid, days float8`,
    likes,
  );
  await insertRows(
    trx,
    `content_comments (user_id, content_id, comment, created_at)
     select "user", content, text, app_now() - days * interval '1 day'`,
    `"user" uuid, content uuid, text text, days float8`,
    comments,
  );
  // Each seller has answered the newest comment.
  await trx.raw(
    `insert into content_comments (content_id, parent_id, user_id, comment, created_at)
     select distinct on (c.seller_id) c.id, m.id, c.seller_id, ?, least(m.created_at + interval '40 minutes', app_now())
     from contents c join content_comments m on m.content_id = c.id and m.parent_id is null
     order by c.seller_id, m.created_at desc, m.id`,
    [demoTalks.commentAnswer],
  );
  await insertRows(
    trx,
    `content_questions (user_id, content_id, question, created_at, answer, answered_at)
     select "user", content, question, app_now() - "daysAgo" * interval '1 day', answer,
       case when answer is not null then app_now() - "daysAgo" * interval '20 hours' end`,
    `"user" uuid, content uuid, question text, answer text, "daysAgo" float8`,
    demoTalks.questions.map((asked) => ({
      ...asked,
      user: people.get(asked.userId),
      content: contentIds[demoContents.findIndex(({ slug }) => slug === asked.slug)],
    })),
  );
  await trx.raw(`
    update contents c set likes_count = n from
      (select content_id, count(*) as n from content_likes group by content_id) l where l.content_id = c.id`);
};

/** Each third buyer whose days for a refund are over has opened what they bought, and rates it. */
const insertRatings = async (trx: Trx, sales: readonly Sale[]): Promise<void> => {
  const raters = sales.filter(({ paidDaysAgo }, index) => paidDaysAgo > refundDays && index % 3 === 1);
  await insertRows(
    trx,
    `content_ratings (user_id, content_id, score, text, answer, created_at, updated_at, answered_at)
     select "user", content, score, text, answer, app_now() - days * interval '1 day', app_now() - days * interval '1 day',
       case when answer is not null then app_now() - (days - 0.4) * interval '1 day' end`,
    `"user" uuid, content uuid, days float8, score int, text text, answer text`,
    raters.map((sale, index) => ({
      user: sale.buyer,
      content: sale.content,
      days: sale.paidDaysAgo * 0.7,
      ...demoRatings[(index * 5) % demoRatings.length],
    })),
  );
  await trx.raw(`
    insert into deliveries (order_id, kind, item, file_name, delivered_at)
    select o.id, 'download', c.file_urls[1], c.file_names[1], o.paid_at + interval '5 minutes'
    from content_ratings r join orders o on o.buyer_id = r.user_id and o.content_id = r.content_id
    join contents c on c.id = o.content_id`);
  await trx.raw(`
    insert into rating_votes (rating_id, user_id)
    select id, buyer_id from (
      select r.id, o.buyer_id, r.text, row_number() over (partition by r.id order by o.order_number) as turn
      from content_ratings r join orders o on o.content_id = r.content_id and o.buyer_id <> r.user_id) v
    where turn <= length(text) % 4`);
  await trx.raw(`
    update content_ratings r set helpful_count = n from
      (select rating_id, count(*) as n from rating_votes group by rating_id) v where v.rating_id = r.id`);
  await trx.raw(`
    update contents c set rating_count = n, rating_sum = points from
      (select content_id, count(*) as n, sum(score) as points from content_ratings group by content_id) r
    where r.content_id = c.id`);
};

/** Puts in people, contents with their files, sales, likes, comments, ratings and sanctions: all in one transaction. */
export const insertDemo = async (deps: Deps): Promise<void> => {
  await BaseModel.transaction(deps.knex, async (trx) => {
    const people = await insertPeople(deps, trx);
    await insertFollows(trx, people);
    const contentIds = await insertContents(deps, trx, people);
    const sales = salesOf(people, contentIds);
    await insertSales(trx, sales);
    if (deps.config.toss.standin) await adoptSales(trx);
    await insertRooms(trx);
    await insertVoices(trx, { people, sales, contentIds });
    await insertRatings(trx, sales);
    await insertSanctions(trx, people);
    await insertCases(trx, deps, { people, purchases: sales });
  });
};
