import {
  maxReportsAtOnce,
  reportFilters,
  type api,
  type Lease,
  type OutputOf,
  type Report,
  type ReportFilter,
  type ReportType,
} from "@knowhow/shared";
import type pg from "pg";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import { statesSql } from "../../lifecycle.ts";
import { inForceSql } from "../penalties/lifecycle.ts";
import { holdsPayoutSql } from "../settlements/holds.ts";
import { leaseSql } from "./lease.ts";
import { actSql, type CaseRecord } from "./record.ts";
import { isUpToSql, openSql, sameTargetSql, targetSql } from "./target.ts";

interface Read {
  pool: pg.Pool;
}

/** The penalties of `b` for other reports about the target of the open report `r`, imposed after that was made. */
const targetPenaltiesSql = /* sql */ `
  (select coalesce(json_agg(json_build_object('penaltyType', p.penalty_type, 'createdAt', ${isoSql("p.created_at")})
            order by p.created_at, p.id), '[]')
   from user_penalties p
   where r.${openSql} and p.user_id = b.id and ${inForceSql("p")} and p.created_at > r.created_at
     and exists (select from report_penalties i join reports o on o.id = i.report_id
                 where i.penalty_id = p.id and ${sameTargetSql("o", "r")})
     and not exists (select from report_penalties i where i.penalty_id = p.id and i.report_id = r.id))`;

/** The words of the report `r` of its moment, where they still stand at their content. */
const reportedWordsSql = /* sql */ `
  (select coalesce(e.comment, w.words)
   from (select m.comment as words from content_comments m where m.id = r.comment_id
         union all
         select case when r.report_type = 'rating' then coalesce(m.text, '') else m.answer end
         from content_ratings m where m.id = r.rating_id
         union all
         select case when r.report_type = 'question' then m.question else m.answer end
         from content_questions m where m.id = r.question_id) w
   left join report_evidence e on e.report_id = r.id
   where w.words is not null)`;

/**
 * A report `r` by `a` about `b`, with `open_reports` about the user, `open_voices` about the target, and further fields.
 */
const reportSqlWith = (fields: string): string => /* sql */ `
  json_build_object('id', r.id, 'reportType', r.report_type, 'status', r.status, 'reportReason', r.report_reason,
    'reportDetails', r.report_details,
    'reporter', json_build_object('id', a.id, 'nickname', a.nickname),
    'reportedUser', json_build_object('id', b.id, 'nickname', b.nickname, 'warningCount', b.warning_count,
      'suspendedUntil', ${isoSql("b.suspended_until")}, 'isBanned', b.is_banned = 1, 'openReports', open_reports),
    'contentId', r.content_id, 'contentTitle', r.content_title, 'chatRoomId', r.chat_room_id,
    'commentId', r.comment_id, 'ratingId', r.rating_id, 'questionId', r.question_id,
    'commentText', ${reportedWordsSql},
    'nicknamesThen', (select json_build_object('reporter', e.reporter_nickname, 'reportedUser', e.reported_nickname)
                      from report_evidence e where e.report_id = r.id),
    'lastAct', (select ${actSql("r")} from report_acts c left join users a on a.id = c.admin_id
                where c.report_id = r.id order by c.id desc limit 1),
    'voices', greatest(open_voices, 1), 'targetPenalties', ${targetPenaltiesSql},
    'createdAt', ${isoSql("r.created_at")}, 'reviewedAt', ${isoSql("r.reviewed_at")}, 'reviewNotes', r.review_notes ${fields}
  ) as report`;
const reportSql = reportSqlWith("");
/** The same where its case is read. */
const caseReportSql = reportSqlWith(`, 'holdsPayouts', ${holdsPayoutSql}`);

const from = /* sql */ `
  from reports r join users a on a.id = r.reporter_id join users b on b.id = r.reported_user_id`;

/** The reports with a query's ids; the open ones are counted once for each user and each target. */
const shown = (idsSql: string): string => /* sql */ `
  with page as materialized (${idsSql}),
    counted as materialized (
      select reported_user_id, count(*) as open_reports from reports
      where ${openSql} and reported_user_id in (select reported_user_id from reports join page using (id))
      group by reported_user_id),
    voiced as materialized (
      select ${targetSql("v")} as target, v.reported_user_id, count(*) as open_voices from reports v
      where v.${openSql} and (${targetSql("v")}, v.reported_user_id) in (
        select ${targetSql("r")}, r.reported_user_id from reports r join page using (id))
      group by 1, 2)
  select ${reportSql}
  from (select r.*, coalesce(open_reports, 0) as open_reports, coalesce(open_voices, 0) as open_voices
        from reports r join page using (id) left join counted using (reported_user_id)
        left join voiced on voiced.target = ${targetSql("r")} and voiced.reported_user_id = r.reported_user_id) r
  join users a on a.id = r.reporter_id join users b on b.id = r.reported_user_id`;

/** Escapes backslash, percent and underscore. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The filters of a list of reports. */
export interface ReportQuery {
  status: ReportFilter | undefined;
  type: ReportType | undefined;
  reason: string | undefined;
  /** Searched for in names, title and details. */
  q: string;
  /** Of the matching open ones about the same target only the oldest. */
  isGrouped: boolean;
  cursor: TimeCursor;
  limit: number;
}

/**
 * Whether a report, with its reporter and its reported user, matches the filters. The states stand in the text: a plan
 * for any states would not use their index.
 */
const matchSql = (r: string, a: string, b: string, status: ReportFilter | undefined): string => /* sql */ `
  ${status === undefined ? "true" : `${r}.status in ${statesSql(reportFilters[status])}`}
  and ($4 = '' or ${a}.nickname ilike $4 or ${b}.nickname ilike $4 or ${r}.content_title ilike $4
    or ${r}.report_details ilike $4)
  and ($5::text is null or ${r}.report_type = $5) and ($6::text is null or ${r}.report_reason = $6)`;

/**
 * Leaves out an open report where an older one about the same target represents it, which has to match the filters too:
 * no row goes for one of another list. Decided ones are listed singly.
 */
const groupSql = (status: ReportFilter | undefined): string => /* sql */ `
  and (r.status not in ('pending', 'reviewed') or not exists (
    select from reports o join users oa on oa.id = o.reporter_id
    where ${sameTargetSql("o", "r")} and o.${openSql} and (o.created_at, o.id) < (r.created_at, r.id)
      and ${matchSql("o", "oa", "b", status)}))`;

/** Reports, newest first, from behind a cursor of time and id. */
export const listReports = async (
  { pool }: Read,
  { status, type, reason, q, isGrouped, cursor, limit }: ReportQuery,
): Promise<Report[]> => {
  const { rows } = await pool.query<{ report: Report }>(
    `${shown(`select r.id ${from}
     where (r.created_at, r.id) < ($1::timestamptz, $2::uuid)
       and ${matchSql("r", "a", "b", status)} ${isGrouped ? groupSql(status) : ""}
     order by r.created_at desc, r.id desc limit $3`)}
     order by r.created_at desc, r.id desc`,
    [...behind(cursor), limit, q === "" ? "" : `%${literal(q)}%`, type ?? null, reason ?? null],
  );
  return rows.map(({ report }) => report);
};

const noCounts = { total: 0, voices: 0, pendingVoices: 0, open: 0, pending: 0, reviewed: 0 };
type Counts = OutputOf<(typeof api)["reports"]["list"]>["counts"];

/**
 * The number of a list's rows in each state: only open reports are counted here. `all` is every report, grouped or not:
 * a decided case is as many rows as it had voices, and would otherwise make the total grow.
 */
export const countReports = async ({ pool }: Read, isGrouped: boolean): Promise<Counts> => {
  const rowSql = isGrouped ? `distinct (${targetSql("r")}, r.reported_user_id)` : "*";
  const { rows } = await pool.query<typeof noCounts>({
    name: isGrouped ? "report_counts_grouped" : "report_counts",
    text: `select total, counted.* from report_total cross join (
        select count(*) as voices, count(*) filter (where r.status = 'pending') as "pendingVoices",
          count(${rowSql}) as open,
          count(${rowSql}) filter (where r.status = 'pending') as pending,
          count(${rowSql}) filter (where r.status = 'reviewed') as reviewed
        from reports r where r.${openSql}) counted`,
  });
  const { total, voices, pendingVoices, open, pending, reviewed } = rows[0] ?? noCounts;
  const decided = total - voices;
  const processed = decided + reviewed;
  return { all: total, pending, processed, ...(isGrouped ? { open, decided, voices, pendingVoices } : {}) };
};

/** Reports as administrators see them, the oldest first. */
export const readReports = async (
  db: { raw: (sql: string, values: readonly string[][]) => PromiseLike<{ rows: { report: Report }[] }> },
  reportIds: readonly string[],
): Promise<Report[]> => {
  const { rows } = await db.raw(
    `${shown("select id from reports where id = any(?::uuid[])")} order by r.created_at, r.id`,
    [[...reportIds]],
  );
  return rows.map(({ report }) => report);
};

type Case = Omit<OutputOf<(typeof api)["reports"]["get"]>, keyof CaseRecord>;

/** Open reports about the user of the report `it`, other than that one. */
const relatedSql = /* sql */ `r.reported_user_id = it.reported_user_id and r.${openSql} and r.id <> it.id`;

/** Counts the open reports about the target of the report `r`. */
const voicesSql = /* sql */ `
  cross join lateral (select count(*) as open_voices from reports v
    where ${sameTargetSql("v", "r")} and v.${openSql}) voiced`;

/** One report with its lease, and the other open ones about the same user; those about its target up to one of them. */
export const readCase = async (
  { pool }: Read,
  reportId: string,
  newestVoiceId: string | undefined,
): Promise<Case | undefined> => {
  const { rows } = await pool.query<Case>(
    `select ${caseReportSql},
       (select json_build_object(${leaseSql}) from report_leases l join users u on u.id = l.admin_id
        where l.report_id = r.id and l.until > app_now()) as lease,
       (select coalesce(json_agg(other.report order by other.is_same desc, other.created_at, other.id), '[]') from (
          select ${caseReportSql}, r.created_at, r.id, ${sameTargetSql("r", "it")} as is_same ${from}
          ${voicesSql}
          where ${relatedSql}
          order by is_same desc, r.created_at, r.id limit ${maxReportsAtOnce - 1}) other) as related,
       (select count(*) from reports r
        where ${relatedSql} and ${sameTargetSql("r", "it")} and ${isUpToSql("r.id", "$2")}) as "sameTarget",
       (select (array_agg(v.id order by v.id desc))[1] from reports v
        where ${sameTargetSql("v", "r")} and v.${openSql}) as "newestVoiceId"
     ${from} join reports it on it.id = r.id
     cross join lateral (select count(*) as open_reports from reports o
       where o.reported_user_id = it.reported_user_id and o.${openSql}) counted
     ${voicesSql}
     where r.id = $1`,
    [reportId, newestVoiceId ?? null],
  );
  return rows[0];
};

/** All leases of reports. */
export const listLeases = async ({
  pool,
}: Read): Promise<OutputOf<(typeof api)["reports"]["leases"]>["leases"]> => {
  const { rows } = await pool.query<{ lease: Lease & { reportId: string } }>(
    `select json_build_object('reportId', l.report_id, ${leaseSql}) as lease
     from report_leases l join users u on u.id = l.admin_id
     where l.until > app_now() order by l.until, l.report_id`,
  );
  return rows.map(({ lease }) => lease);
};
