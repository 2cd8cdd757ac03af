import type { Alert } from "@knowhow/shared";
import type pg from "pg";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";

/** The subject where it is an id: of a settlement or a user. */
const subjectIdSql = "case when a.subject ~ '^[0-9a-f-]{36}$' then a.subject::uuid end";

/** The alert's order, found by its number or by its settlement. */
const orderIdSql = /* sql */ `
  coalesce(
    (select st.order_id from settlements st where a.kind like 'PAYOUT%' and st.id = ${subjectIdSql}),
    (select n.id from orders n where n.order_number = coalesce(a.detail->>'orderNumber', a.subject)))`;

/** The alert's people and amounts: a number alone identifies nobody. */
const factsSql = /* sql */ `
  coalesce(
    (select jsonb_strip_nulls(jsonb_build_object('orderNumber', o.order_number, 'content', c.title,
       'buyer', b.nickname, 'seller', s.nickname, 'amount', o.amount,
       'sellerAmount', case when a.kind like 'PAYOUT%' then o.seller_amount end))
     from orders o join contents c on c.id = o.content_id
       join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
     where o.id = ${orderIdSql}),
    (select jsonb_build_object('seller', u.nickname) from users u
     where a.kind = 'SELLER_NOT_APPROVED' and u.id = ${subjectIdSql}),
    '{}')`;

const alertSql = /* sql */ `
  json_build_object('id', a.id, 'kind', a.kind, 'subject', a.subject,
    'detail', (select coalesce(json_agg(json_build_object('name', d.key, 'value', coalesce(d.value, '')) order by d.key), '[]')
               from jsonb_each_text(${factsSql} || a.detail) d),
    'createdAt', ${isoSql("a.created_at")}, 'resolvedAt', ${isoSql("a.resolved_at")}, 'note', a.note) as alert`;

interface Asked {
  status: "open" | "resolved" | undefined;
  cursor: TimeCursor;
  limit: number;
}

/** The alerts, newest first. */
export const listAlerts = async (
  { pool }: { pool: pg.Pool },
  { status, cursor, limit }: Asked,
): Promise<Alert[]> => {
  const { rows } = await pool.query<{ alert: Alert }>(
    `select ${alertSql} from alerts a
     where (a.created_at, a.id) < ($1::timestamptz, $2::uuid)
       ${status === undefined ? "" : `and a.resolved_at is ${status === "open" ? "" : "not"} null`}
     order by a.created_at desc, a.id desc limit $3`,
    [...behind(cursor), limit],
  );
  return rows.map(({ alert }) => alert);
};

/** The number of open alerts. */
export const countOpen = async ({ pool }: { pool: pg.Pool }): Promise<number> => {
  const { rows } = await pool.query<{ open: number }>(
    "select count(*)::int as open from alerts where resolved_at is null",
  );
  return rows[0]?.open ?? 0;
};

/** Reads one alert. */
export const readAlert = async (
  db: { raw: (sql: string, values: string[]) => PromiseLike<{ rows: { alert: Alert }[] }> },
  id: string,
): Promise<Alert | undefined> =>
  (await db.raw(`select ${alertSql} from alerts a where a.id = ?`, [id])).rows[0]?.alert;
