import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import { startEmbeddedDatabase } from "../../packages/server/dev-database/embedded.ts";
import { createContent, register } from "./api.ts";
import { makePerson, mark } from "./people.ts";

/** Runs something on the run's own database, which is left to its server. */
export const onDatabase = async <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
  const database = await startEmbeddedDatabase({
    dataDir: process.env.E2E_DATA_DIR ?? "",
    log: () => undefined,
  });
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
};

/** Files reports of contents of a new seller, each by a new person; gives the word that all of them have. */
export const fileReports = async (
  openSession: () => Promise<APIRequestContext>,
  { contents, reporters }: { contents: number; reporters: number },
): Promise<string> => {
  const word = mark();
  const seller = makePerson("멘토");
  const sellerSession = await openSession();
  await register(sellerSession, seller);
  const ids: string[] = [];
  for (let nth = 0; nth < contents; nth += 1)
    ids.push((await createContent(sellerSession, { title: `신고된 글 ${nth} ${word}`, price: 0 })).id);
  const people: string[] = [];
  for (let nth = 0; nth < reporters; nth += 1) {
    const person = makePerson("신고자");
    await register(await openSession(), person);
    people.push(person.userId);
  }
  await onDatabase((pool) =>
    pool.query(
      `insert into reports (report_type, reporter_id, reported_user_id, content_id, content_title, report_reason, report_details, created_at)
       select 'content', u.id, c.seller_id, c.id, c.title, 'spam', $3, app_now() + row_number() over () * interval '1 ms'
       from contents c cross join users u where c.id = any($1) and u.user_id = any($2)`,
      [ids, people, `광고 ${word}`],
    ),
  );
  return word;
};

/** How the reports with a word stand, and how many results their reporters were told. */
export const readReports = (word: string): Promise<{ statuses: Record<string, number>; told: number }> =>
  onDatabase(async (pool) => {
    const { rows } = await pool.query<{ status: string; count: number }>(
      "select status, count(*)::int as count from reports where report_details like $1 group by status",
      [`%${word}`],
    );
    const { rows: told } = await pool.query<{ count: number }>(
      `select count(*)::int as count from admin_chat_messages m join admin_chat_rooms r on r.id = m.chat_room_id
       where r.type = 'report_result'
         and r.user_id in (select reporter_id from reports where report_details like $1)`,
      [`%${word}`],
    );
    return {
      statuses: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
      told: told[0]?.count ?? 0,
    };
  });
