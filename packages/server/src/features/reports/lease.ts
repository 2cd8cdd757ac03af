import { AppError, leaseMinutes, type Lease } from "@knowhow/shared";
import type { Config } from "../../config.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { isoSql } from "../../database/reading.ts";
import { administrators, emit } from "../../events/emit.ts";
import { isFinal, Report } from "./Report.ts";

interface AtReport {
  reportId: string;
  adminId: string;
}

interface Taking extends AtReport {
  takeOver: boolean;
  /** Why it is taken over from another administrator. */
  reason: string | null;
}

type Settings = { config: Pick<Config, "adminUserIds"> };

/** How long the reason of a takeover is shown: the former holder may come back to the report by then. */
const toldFor = "1 hour";

/** Columns of a lease as the contract has it. */
export const leaseSql = /* sql */ `
  'adminId', l.admin_id, 'nickname', u.nickname, 'until', ${isoSql("l.until")},
  'reason', (select t.reason from report_takeovers t
             where t.report_id = l.report_id and t.to_admin_id = l.admin_id
               and t.created_at > app_now() - interval '${toldFor}'
             order by t.created_at desc limit 1)`;

const aliveSql = /* sql */ `
  select json_build_object(${leaseSql}) as lease
  from report_leases l join users u on u.id = l.admin_id
  where l.report_id = ? and l.until > app_now()`;

const holderOf = async (trx: Trx, reportId: string): Promise<Lease | undefined> =>
  (await trx.raw<{ rows: { lease: Lease }[] }>(aliveSql, [reportId])).rows[0]?.lease;

/** Locks a report, as every change of its lease does: of two administrators at once one comes first. */
const lockReport = async (trx: Trx, reportId: string): Promise<Report> => {
  const report = await Report.query(trx).findById(reportId).forNoKeyUpdate();
  if (!report) throw new AppError("NOT_FOUND");
  return report;
};

const leased = (lease: Lease) => new AppError("LEASED", { extra: { lease } });

/** Refuses a decision about locked reports where another administrator holds the lease of one, and names that one. */
export const refuseLeased = async (
  trx: Trx,
  { reportIds, adminId }: { reportIds: readonly string[]; adminId: string },
): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { lease: Lease }[] }>(
    `select json_build_object('reportId', l.report_id, ${leaseSql}) as lease
     from report_leases l join users u on u.id = l.admin_id
     where l.report_id = any(?::uuid[]) and l.admin_id <> ? and l.until > app_now()
     order by l.report_id limit 1`,
    [[...reportIds], adminId],
  );
  const [held] = rows;
  if (held) throw leased(held.lease);
};

const tell = async (trx: Trx, { config }: Settings, reportId: string): Promise<void> => {
  await emit(trx, [{ to: await administrators(trx, config), name: "lease", data: { reportId } }]);
};

/** Gives an administrator a report's lease, or extends it; a takeover from another is recorded with its reason. */
export const takeLease = async (trx: Trx, settings: Settings, taking: Taking): Promise<Lease> => {
  const { reportId, adminId, takeOver, reason } = taking;
  const { status } = await lockReport(trx, reportId);
  if (isFinal(status)) throw new AppError("ALREADY_PROCESSED");
  const before = await holderOf(trx, reportId);
  if (before && before.adminId !== adminId) {
    if (!takeOver || reason === null) throw leased(before);
    await trx("report_takeovers").insert({
      report_id: reportId,
      from_admin_id: before.adminId,
      to_admin_id: adminId,
      reason,
    });
  }
  await trx.raw(
    `insert into report_leases (report_id, admin_id, until) values (?, ?, app_now() + ? * interval '1 minute')
     on conflict (report_id) do update set admin_id = excluded.admin_id, until = excluded.until`,
    [reportId, adminId, leaseMinutes],
  );
  const now = await holderOf(trx, reportId);
  if (!now) throw new Error("a lease is over as it begins");
  // An extension is no news.
  if (before?.adminId !== adminId) await tell(trx, settings, reportId);
  return now;
};

/** Ends an administrator's lease of a report; another one's is refused. */
export const releaseLease = async (
  trx: Trx,
  settings: Settings,
  { reportId, adminId }: AtReport,
): Promise<void> => {
  await lockReport(trx, reportId);
  const before = await holderOf(trx, reportId);
  if (before && before.adminId !== adminId) throw leased(before);
  const gone = await trx("report_leases").where({ report_id: reportId }).del();
  if (gone > 0) await tell(trx, settings, reportId);
};
