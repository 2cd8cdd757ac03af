import type { Report, ReportStatus } from "@knowhow/shared";
import type pg from "pg";
import { behind, isoSql, type TimeCursor } from "../database/reading.ts";

interface Read {
  pool: pg.Pool;
}

const reportSql = /* sql */ `
  json_build_object('id', r.id, 'reportType', r.report_type, 'status', r.status, 'reportReason', r.report_reason,
    'reportDetails', r.report_details,
    'reporter', json_build_object('id', a.id, 'nickname', a.nickname),
    'reportedUser', json_build_object('id', b.id, 'nickname', b.nickname, 'warningCount', b.warning_count,
      'suspendedUntil', ${isoSql("b.suspended_until")}, 'isBanned', b.is_banned = 1),
    'contentId', r.content_id, 'contentTitle', r.content_title, 'chatRoomId', r.chat_room_id,
    'createdAt', ${isoSql("r.created_at")}, 'reviewedAt', ${isoSql("r.reviewed_at")}, 'reviewNotes', r.review_notes
  ) as report`;

const from = /* sql */ `
  from reports r join users a on a.id = r.reporter_id join users b on b.id = r.reported_user_id`;

/** States that a filter means: one of them, or everything that somebody has looked at. */
const statusesOf = (filter: ReportStatus | "processed" | undefined): readonly ReportStatus[] | null => {
  if (filter === undefined) return null;
  return filter === "processed" ? ["reviewed", "resolved", "dismissed"] : [filter];
};

/** Backslash, percent and underscore mean themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Reports, newest first, from behind a cursor of time and id; `q` is looked for in names, title and details. */
export const listReports = async (
  { pool }: Read,
  {
    status,
    q,
    cursor,
    limit,
  }: { status: ReportStatus | "processed" | undefined; q: string; cursor: TimeCursor; limit: number },
): Promise<Report[]> => {
  const { rows } = await pool.query<{ report: Report }>(
    `select ${reportSql} ${from}
     where (r.created_at, r.id) < ($1::timestamptz, $2::uuid)
       and ($4::text[] is null or r.status = any($4))
       and ($5 = '' or a.nickname ilike $5 or b.nickname ilike $5 or r.content_title ilike $5 or r.report_details ilike $5)
     order by r.created_at desc, r.id desc limit $3`,
    [...behind(cursor), limit, statusesOf(status), q === "" ? "" : `%${literal(q)}%`],
  );
  return rows.map(({ report }) => report);
};

/** How many reports there are in all, waiting and looked at: only those that wait are counted now. */
export const countReports = async ({
  pool,
}: Read): Promise<{ all: number; pending: number; processed: number }> => {
  const { rows } = await pool.query<{ all: number; pending: number }>({
    name: "report_counts",
    text: `select total as "all", (select count(*) from reports where status = 'pending') as pending from report_total`,
  });
  const { all, pending } = rows[0] ?? { all: 0, pending: 0 };
  return { all, pending, processed: all - pending };
};

/** One report as administrators see it. */
export const readReport = async (
  db: { raw: (sql: string, values: string[]) => PromiseLike<{ rows: { report: Report }[] }> },
  reportId: string,
): Promise<Report | undefined> =>
  (await db.raw(`select ${reportSql} ${from} where r.id = ?`, [reportId])).rows[0]?.report;
