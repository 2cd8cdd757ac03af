import type { Alert } from "@knowhow/shared";
import type pg from "pg";
import { behind, isoSql, type TimeCursor } from "../database/reading.ts";

const alertSql = /* sql */ `
  json_build_object('id', a.id, 'kind', a.kind, 'subject', a.subject,
    'detail', (select coalesce(json_agg(json_build_object('name', d.key, 'value', coalesce(d.value, '')) order by d.key), '[]')
               from jsonb_each_text(a.detail) d),
    'createdAt', ${isoSql("a.created_at")}, 'resolvedAt', ${isoSql("a.resolved_at")}, 'note', a.note) as alert`;

interface Asked {
  status: "open" | "resolved" | undefined;
  cursor: TimeCursor;
  limit: number;
}

/** What administrators are called for, newest first. */
export const listAlerts = async (
  { pool }: { pool: pg.Pool },
  { status, cursor, limit }: Asked,
): Promise<Alert[]> => {
  const { rows } = await pool.query<{ alert: Alert }>(
    `select ${alertSql} from alerts a
     where (a.created_at, a.id) < ($1::timestamptz, $2::uuid)
       and ($4::text is null or (a.resolved_at is null) = ($4 = 'open'))
     order by a.created_at desc, a.id desc limit $3`,
    [...behind(cursor), limit, status ?? null],
  );
  return rows.map(({ alert }) => alert);
};

/** One of them. */
export const readAlert = async (
  db: { raw: (sql: string, values: string[]) => PromiseLike<{ rows: { alert: Alert }[] }> },
  id: string,
): Promise<Alert | undefined> =>
  (await db.raw(`select ${alertSql} from alerts a where a.id = ?`, [id])).rows[0]?.alert;
