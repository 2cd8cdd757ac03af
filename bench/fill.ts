// Rows to measure with: through the product's own tables and triggers, in bulk, the same ones every time.
import type pg from "pg";
import type { AskedSearch } from "./statements.ts";

const stems = [
  "주식", "투자", "입문", "노트", "부동산", "경매", "영어", "회화", "자격증", "요약", "기출", "문제", "파이썬", "코딩",
  "자동화", "엑셀", "보고서", "이력서", "면접", "포트폴리오", "다이어트", "식단", "홈트", "요리", "레시피", "김치", "여행",
  "일본어", "중국어", "토익", "블로그", "마케팅", "유튜브", "편집", "디자인", "템플릿", "노션", "가계부", "절약", "심리",
  "연애", "상담", "악보", "피아노", "기타", "플레이리스트", "운동", "러닝", "수면", "건강",
]; // oxfmt-ignore
const syllables = [..."가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후"];

/** Words of titles, frequent ones first: a title's words are drawn so that the first are in half of all titles. */
const vocabulary = [...stems, ...syllables.flatMap((a) => syllables.map((b) => `${a}${b}`))];

/** A word that one title in a hundred thousand has. */
const rare = "쿼카";

const worded = (...queries: string[]): AskedSearch[] => queries.map((query) => ({ query }));

/** Searches: from words that half of all titles have to those that none has, mistyped ones, and choices without words. */
export const searches: Readonly<Record<string, readonly AskedSearch[]>> = {
  "search, words": worded(
    "주", "주식", "플레이리스트", "주식 투자", ...[60, 200, 600, 1_200, 1_800].map((n) => vocabulary[n] ?? ""), rare, "뷁",
    "없는말씀", "멘토77", "99999", "투자노트",
  ), // oxfmt-ignore
  "search, initial consonants": worded(
    "ㅈ",
    "ㅈㅅ",
    "ㅈㅅㅌㅈ",
    "ㅋㅋ",
    "ㅍㅌㅍㄹㅇ",
    "ㄱㅁㅅㅂㅇㄷ",
    "ㅃㅃㅃ",
    "ㅎㅎ 주식",
  ),
  "search, mistyped or apart": worded(
    "엑샐", "wntlr", "주식을", "주 식", "엑셀투자노트", "주식 뷁", "뷁 똠 쀍 주식 쿠쿠 쏼라 뙓", "설명",
  ), // oxfmt-ignore
  "search, orders and filters": [
    ...(["newest", "price", "rating"] as const).flatMap((sort) => [
      { query: "주식", sort },
      { query: vocabulary[1_200] ?? "", sort },
      { query: "", sort, filters: { min: 30_000 } },
    ]),
    { query: "", filters: { min: 300_000 } },
    { query: "", filters: { min: 400_000 } },
    { query: "", filters: { free: true } },
    { query: "", filters: { max: 3_000 } },
    { query: "", filters: { rating: 4 } },
    { query: "", filters: { rating: 5 } },
    { query: "", sort: "price", filters: { rating: 4.9, min: 50_000 } },
    { query: "", sort: "newest", filters: { category: "music", kind: "pdf", max: 3_000 } },
    { query: "주식", filters: { min: 300_000, rating: 4 } },
    { query: "하마", filters: { category: "cooking", free: true } },
  ],
};

/** How many rows there are of each kind. */
export interface Size {
  contents: number;
  messages: number;
}

const roomsPerBuyer = 60;

/** Rooms, one per purchase: a hundred messages each, in a small database as in a large one. */
const roomsOf = ({ messages }: Size): number => Math.max(roomsPerBuyer, Math.round(messages / 100));

/** Drops a table's indexes while many rows come, and rebuilds each at the end; constraints stay. */
const withoutIndexes = async (
  client: pg.PoolClient,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not i.indisunique
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
};

/** Inserts in parts, so that no single statement runs for long. */
const inParts = async (total: number, insert: (from: number, to: number) => Promise<unknown>) => {
  const part = 100_000;
  for (let from = 1; from <= total; from += part) await insert(from, Math.min(total, from + part - 1));
};

const fillPeople = async (client: pg.PoolClient, mentors: number, buyers: number) => {
  await client.query(
    `create temp table bench_people as
       select kind, n, uuidv7() as id from (values ('mentor', $1::int), ('buyer', $2::int)) k (kind, most),
         generate_series(0, most - 1) n`,
    [mentors, buyers],
  );
  await client.query(
    `insert into users (id, name, user_id, user_id_skeleton, nickname, nickname_skeleton, email, password, phone_number)
     select id, '홍길동', kind || n, kind || n, nickname, nickname, kind || n || '@example.com', '-', '01000000000'
     from bench_people, lateral (select case kind when 'mentor' then '멘토' else '구매자' end || n as nickname) called`,
  );
  await client.query("create index on bench_people (kind, n)");
};

const fillContents = async (client: pg.PoolClient, contents: number, mentors: number) => {
  await client.query("create temp table bench_contents (n int primary key, id uuid not null)");
  const insert = () =>
    inParts(contents, async (from, to) => {
      await client.query(
        `insert into bench_contents select n, uuidv7() from generate_series($1::int, $2::int) n`,
        [from, to],
      );
      // Sums with the row's number in the inner queries make each row draw its own values.
      await client.query(
        `insert into contents (id, title, description, category, price, file_urls, file_names, seller_id, upload_time,
           likes_count, purchases_count, view_count, rating_count, rating_sum)
         select b.id, w.words || ' ' || b.n || case when b.n % 100000 = 7 then ' ${rare}' else '' end,
                repeat('설명 ', 60), (array['stock', 'cooking', 'music', 'language'])[b.n % 4 + 1], r.price,
                array['/objects/uploads/x'], array['파일.' || (array['pdf', 'xlsx', 'pptx'])[b.n % 3 + 1]], p.id,
                now() - b.n * interval '1 minute', floor(power(random(), 8) * 5000), floor(power(random(), 6) * 2000),
                floor(power(random(), 4) * 50000), r.count, floor(r.count * r.mean)
         from bench_contents b
         -- One in twenty for nothing, one in a thousand dear; one in three rated by three and more.
         cross join lateral (
           select case when b.n % 1000 = 3 then 300000 when b.n % 20 = 0 then 0 else 1000 * (3 + b.n % 50) end as price,
                  case when b.n % 3 = 0 then 3 + b.n % 40 else b.n % 3 end as count,
                  1 + 4 * power(random(), 0.5) as mean) r
         join bench_people p on p.kind = 'mentor' and p.n = b.n % $3::int
         cross join lateral (
           select string_agg(($4::text[])[1 + floor(power(random(), 4) * cardinality($4::text[]))::int], ' ') as words
           from generate_series(1, 4 + b.n % 3)) w
         where b.n between $1::int and $2::int`,
        [from, to, mentors, vocabulary],
      );
    });
  await withoutIndexes(client, "contents", () => withoutIndexes(client, "search_documents", insert));
};

const fillRooms = async (client: pg.PoolClient, size: Size, buyers: number) => {
  const rooms = roomsOf(size);
  await client.query(
    `create temp table bench_rooms as
     select r as n, uuidv7() as id, uuidv7() as order_id, p.id as buyer_id, c.id as content_id, c.seller_id,
            now() - r * interval '1 second' as at
     from generate_series(0, $1::int - 1) r
     join bench_people p on p.kind = 'buyer' and p.n = r % $2::int
     join bench_contents b on b.n = 1 + ((r % $2::int)::bigint * 7 + r / $2::int) % $3::int
     join contents c on c.id = b.id`,
    [rooms, buyers, size.contents],
  );
  await client.query(
    `insert into orders (id, buyer_id, content_id, seller_id, order_number, price, amount, platform_fee, seller_amount,
       title, category, mentor_nickname, status, created_at, paid_at)
     select order_id, buyer_id, content_id, seller_id, 'BENCH-' || n, 0, 0, 0, 0, '주식 투자 노트', 'stock', '멘토',
            'paid', at, at from bench_rooms`,
  );
  await client.query(
    `insert into chat_rooms (id, order_id, buyer_id, seller_id, content_id, last_message_at)
     select id, order_id, buyer_id, seller_id, content_id, at from bench_rooms`,
  );
  await client.query("create unique index on bench_rooms (n)");
};

const fillMessages = async (client: pg.PoolClient, size: Size) => {
  // Rooms and senders exist: no foreign key needs ten million checks.
  await client.query("set session_replication_role = replica");
  await withoutIndexes(client, "chat_messages", () =>
    inParts(size.messages, (from, to) =>
      client.query(
        `insert into chat_messages (chat_room_id, sender_id, message, is_read)
         select r.id, case when m / $3::int % 2 = 0 then r.buyer_id else r.seller_id end,
                '안녕하세요, 자료 잘 받았습니다. 질문이 있어요. ' || m, case when m > $4::int - $3::int then 0 else 1 end
         from generate_series($1::int, $2::int) m join bench_rooms r on r.n = m % $3::int`,
        [from, to, roomsOf(size), size.messages],
      ),
    ),
  );
  await client.query("set session_replication_role = origin");
  await client.query(
    `update chat_rooms r set last_message_id =
       (select m.id from chat_messages m where m.chat_room_id = r.id order by m.id desc limit 1)`,
  );
};

/** Fills an empty, migrated database. */
export const fill = async (pool: pg.Pool, size: Size): Promise<void> => {
  const mentors = Math.max(100, Math.round(size.contents / 100));
  const buyers = Math.floor(roomsOf(size) / roomsPerBuyer);
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '64MB'");
    await client.query("select setseed(0.5)");
    await fillPeople(client, mentors, buyers);
    await fillContents(client, size.contents, mentors);
    await fillRooms(client, size, buyers);
    await fillMessages(client, size);
    // As a database that has been running for a while: nothing is left for the first reader to tidy.
    await client.query("vacuum (analyze)");
  } finally {
    client.release(true);
  }
};
