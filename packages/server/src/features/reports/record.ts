import type { api, OutputOf } from "@knowhow/shared";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { isTogetherSql, openSql, sameTargetSql } from "./target.ts";

/** A report's context: its decisions, its reporter, and the other voices. */
export type CaseRecord = Pick<
  OutputOf<(typeof api)["reports"]["get"]>,
  "acts" | "reporter" | "voices" | "decidedApart"
>;

/** So many voices are listed; their number is counted separately. */
const maxVoices = 200;

const penaltyJson = (alias: string): string => /* sql */ `
  json_build_object('id', ${alias}.id, 'userId', ${alias}.user_id, 'reportId', ${alias}.report_id,
    'adminId', ${alias}.admin_id, 'penaltyType', ${alias}.penalty_type, 'duration', ${alias}.duration,
    'reason', ${alias}.reason, 'startDate', ${isoSql(`${alias}.start_date`)}, 'endDate', ${isoSql(`${alias}.end_date`)},
    'isActive', ${alias}.is_active = 1, 'createdAt', ${isoSql(`${alias}.created_at`)},
    'seenAt', ${isoSql(`${alias}.seen_at`)}, 'liftedAt', ${isoSql(`${alias}.lifted_at`)}, 'liftReason', ${alias}.lift_reason)`;

/** The decision of the act `c` about the report `r`. */
export const actSql = (r: string): string => /* sql */ `
  json_build_object('kind', c.kind, 'adminId', c.admin_id, 'adminNickname', a.nickname, 'notes', c.notes,
    'at', ${isoSql("c.created_at")},
    -- Several reports that were decided about together brought their person one penalty, at that moment.
    'penalty', (select ${penaltyJson("p")} from user_penalties p
                where c.kind = 'resolved' and p.user_id = ${r}.reported_user_id
                  and p.admin_id is not distinct from c.admin_id and p.created_at = c.created_at limit 1))`;

const statement = {
  name: "report_record",
  text: /* sql */ `
    select
      (select coalesce(json_agg(${actSql("it")} order by c.id), '[]')
       from report_acts c left join users a on a.id = c.admin_id where c.report_id = it.id) as acts,
      json_build_object('id', u.id, 'nickname', u.nickname, 'warningCount', u.warning_count,
        'suspendedUntil', ${isoSql("u.suspended_until")}, 'isBanned', u.is_banned = 1, 'joinedAt', ${isoSql("u.created_at")},
        'reports', (select count(*) from reports o where o.reporter_id = u.id),
        'dismissed', (select count(*) from reports o where o.reporter_id = u.id and o.status = 'dismissed'),
        'penalty', (select ${penaltyJson("p")} from user_penalties p where p.report_id = it.id and p.user_id = u.id
                    order by p.is_active desc, p.created_at desc limit 1)) as reporter,
      (select coalesce(json_agg(json_build_object('reportId', v.id, 'nickname', w.nickname,
                'joinedAt', ${isoSql("w.created_at")}, 'reportReason', v.report_reason,
                'createdAt', ${isoSql("v.created_at")}) order by v.created_at, v.id), '[]')
       from (select r.* from reports r
             where ${sameTargetSql("r", "it")}
               -- Of a decided report those that were decided about together with it.
               and case when it.${openSql} then r.${openSql}
                   else r.id = it.id or ${isTogetherSql} end
             order by r.created_at, r.id limit ${maxVoices}) v
       join users w on w.id = v.reporter_id) as voices,
      (select count(*) from reports r
       where ${sameTargetSql("r", "it")} and not r.${openSql} and r.id <> it.id
         and ${isTogetherSql} is not true) as "decidedApart"
    from reports it join users u on u.id = it.reporter_id where it.id = $1`,
};

/** See CaseRecord; undefined where there is no such report. */
export const readRecord = async (
  { pool }: Pick<Deps, "pool">,
  reportId: string,
): Promise<CaseRecord | undefined> =>
  (await pool.query<CaseRecord>({ ...statement, values: [reportId] })).rows[0];
