import { AppError, penaltyLabel, type PenaltyType, type ReportStatus } from "@knowhow/shared";
import { User } from "../users/User.ts";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit, type News } from "../../events/emit.ts";
import { isAdminId } from "../../http/session.ts";
import { stateAfter } from "../../lifecycle.ts";
import { postByService } from "../inquiries/store.ts";
import { imposePenalty } from "../penalties/impose.ts";
import { noticeOf, postNotice } from "../penalties/notice.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { refuseLeased } from "./lease.ts";
import { reportMoves } from "./lifecycle.ts";
import { nameReport } from "./naming.ts";
import { isFinal, Report } from "./Report.ts";
import { bansAny, readStandings, refuseChangedStanding, type Expectation } from "./standing.ts";
import { isUpToSql, openSql, targetOf, targetSql } from "./target.ts";

/** A decision from the contract's form, about one report or several. */
export interface ReportDecision extends Expectation {
  reportIds: readonly string[];
  /** Of a decision about one report: all open ones about its target are decided with it. */
  includeVoices?: boolean;
  /** Later ones stay open. */
  newestVoiceId?: string | undefined;
  adminId: string;
  status: Exclude<ReportStatus, "pending">;
  reviewNotes: string | null;
  penaltyType: PenaltyType | "none";
  duration: number | null;
  reason: string | null;
  /** Fails unless the administrator's password is fresh; called only where the decision bans a user. */
  requireFreshPassword: () => Promise<void>;
}

const results: Record<ReportDecision["status"], string> = {
  reviewed: "신고하신 내용을 검토하고 있습니다. 결과가 나오면 이곳에 알려드리겠습니다.",
  resolved: "신고하신 내용을 확인하고 조치했습니다. 알려주셔서 고맙습니다.",
  dismissed: "신고하신 내용을 검토했으나 운영 정책 위반을 확인하지 못했습니다.",
};

const moveTo = {
  reviewed: reportMoves.review,
  resolved: reportMoves.resolve,
  dismissed: reportMoves.dismiss,
} as const satisfies Record<ReportDecision["status"], unknown>;

/** The reporter's notice: the result, and whether there was a penalty, but not which. */
const resultOf = ({ status, penaltyType }: ReportDecision): string =>
  status === "resolved" && penaltyType === "none"
    ? "신고하신 내용을 확인했습니다. 알려주셔서 고맙습니다."
    : results[status];

const lockReported = async (
  trx: Trx,
  config: Pick<Config, "adminUserIds">,
  userId: string,
): Promise<User> => {
  const user = await User.query(trx).findById(userId).forNoKeyUpdate().throwIfNotFound();
  if (isAdminId(config, user.userId))
    throw new AppError("VALIDATION", { fields: { penaltyType: "관리자에게는 제재를 적용할 수 없습니다." } });
  return user;
};

/**
 * Locks all users whose standing may change, in one global order, so that two decisions never wait for each other
 * crosswise. Returns their ids.
 */
const lockPeople = async (
  trx: Trx,
  config: Pick<Config, "adminUserIds">,
  known: readonly Report[],
  { imposes, includeVoices }: { imposes: boolean; includeVoices: boolean },
): Promise<string[]> => {
  const isConcerned = ({ reportReason }: Report) => imposes || includeVoices || reportReason === "fraud";
  const concerned = known.filter(isConcerned);
  const ids = [...new Set(concerned.map(({ reportedUserId }) => reportedUserId))].sort();
  for (const id of ids) {
    if (imposes) await lockReported(trx, config, id);
    else await User.query(trx).findById(id).forNoKeyUpdate();
  }
  return ids;
};

/** Locks the rooms of several users at once and in order; those of one are locked as their standing changes. */
const lockRooms = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 1)
    await trx.raw(
      "select from chat_rooms where buyer_id = any(:ids::uuid[]) or seller_id = any(:ids::uuid[]) order by id for no key update",
      { ids },
    );
};

/** Refuses a penalty that rests on outdated facts, and a ban without the password. */
const checkPenalty = async (
  trx: Trx,
  { penaltyType, requireFreshPassword, ...expectation }: ReportDecision,
  userIds: readonly string[],
): Promise<void> => {
  if (penaltyType === "none") return;
  const standings = await readStandings(trx, userIds);
  refuseChangedStanding(standings, expectation);
  if (bansAny(penaltyType, standings)) await requireFreshPassword();
};

/** Imposes the decision's penalty for all its reports about one user and tells them; returns the news to emit. */
const impose = async (
  trx: Trx,
  [report, ...others]: readonly [Report, ...Report[]],
  { adminId, penaltyType, duration, reason }: ReportDecision,
  admins: readonly string[],
): Promise<News[]> => {
  if (penaltyType === "none") return [];
  const { penalty, standing, news } = await imposePenalty(trx, {
    userId: report.reportedUserId,
    reportIds: [report.id, ...others.map(({ id }) => id)],
    adminId,
    penaltyType,
    duration,
    reason: reason ?? penaltyLabel(penaltyType),
  });
  const told = await postNotice(trx, {
    userId: report.reportedUserId,
    penaltyId: penalty.id,
    text: noticeOf(penalty, standing),
    admins,
  });
  return [...told, { to: [report.reportedUserId], name: "sanction", data: {} }, ...news];
};

/** Tells the reporter the result. */
const tellReporter = (
  trx: Trx,
  report: Report,
  decision: ReportDecision,
  admins: readonly string[],
): Promise<News[]> =>
  postByService(trx, {
    userId: report.reporterId,
    type: "report_result",
    subject: "신고 결과",
    relatedId: report.id,
    text: `${resultOf(decision)}\n\n${nameReport(report)}`,
    admins,
  });

/** Locks the reports of a decision; one that is no longer open is ALREADY_PROCESSED. */
const lockReports = async (trx: Trx, reportIds: readonly string[]): Promise<Report[]> => {
  const reports = await Report.query(trx)
    .findByIds([...reportIds])
    .orderBy("id")
    .forNoKeyUpdate();
  if (reports.some((report) => isFinal(report.status))) throw new AppError("ALREADY_PROCESSED");
  return reports;
};

/**
 * Locks a report with all open ones about its target, up to the newest that was known to its administrator, itself first.
 * One decided meanwhile is left out, and one that comes meanwhile stays open.
 */
const lockVoices = async (trx: Trx, report: Report, newestId: string | undefined): Promise<Report[]> => {
  const voices = await Report.query(trx)
    .whereRaw(
      `${targetSql("reports")} = ? and reported_user_id = ? and ${openSql} and (id = ? or ${isUpToSql("id", "?")})`,
      [targetOf(report), report.reportedUserId, report.id, newestId ?? null],
    )
    .orderBy("id")
    .forNoKeyUpdate();
  const main = voices.find(({ id }) => id === report.id);
  if (!main) throw new AppError("ALREADY_PROCESSED");
  return [main, ...voices.filter((voice) => voice !== main)];
};

/**
 * Decides about reports: their states, the penalty with all its consequences, and the messages to all users concerned,
 * in the caller's transaction. A user whom several of them are about gets the penalty once. Of two administrators at
 * once one wins, the other gets ALREADY_PROCESSED. A report leased to another administrator is LEASED; a penalty for a
 * user whose standing is not the one that the administrator saw is STANDING_CHANGED.
 */
export const processReports = async (
  trx: Trx,
  { config }: { config: Pick<Config, "adminUserIds"> },
  decision: ReportDecision,
): Promise<void> => {
  const { status, penaltyType, adminId, includeVoices = false } = decision;
  const askedIds = [...new Set(decision.reportIds)].sort();
  const known = await Report.query(trx).findByIds(askedIds);
  const [asked] = known;
  if (!asked || known.length < askedIds.length) throw new AppError("NOT_FOUND");
  const imposes = status === "resolved" && penaltyType !== "none";
  // The users first, as in every change of a standing; then the reports, then their rooms.
  const userIds = await lockPeople(trx, config, known, { imposes, includeVoices });
  const reports = includeVoices
    ? await lockVoices(trx, asked, decision.newestVoiceId)
    : await lockReports(trx, askedIds);
  await refuseLeased(trx, { reportIds: reports.map(({ id }) => id), adminId });
  if (imposes) {
    await checkPenalty(trx, decision, userIds);
    await lockRooms(trx, userIds);
  }

  const admins = await administrators(trx, config);
  const news: News[] = [];
  const punished = new Set<string>();
  const changed: Report[] = [];
  for (const report of reports) {
    const { id, status: before, reportedUserId } = report;
    await report.$query(trx).patch({
      status: before === status ? status : stateAfter(moveTo[status], before),
      reviewedAt: appNow(),
      reviewedBy: adminId,
      // Earlier notes are in the record.
      reviewNotes: decision.reviewNotes,
    });
    if (isFinal(status)) await trx("report_leases").where({ report_id: id }).del();
    news.push({ to: admins, name: "report", data: { id } });
    if (imposes && !punished.has(reportedUserId)) {
      punished.add(reportedUserId);
      const about = reports.filter((other) => other !== report && other.reportedUserId === reportedUserId);
      news.push(...(await impose(trx, [report, ...about], decision, admins)));
    } else if (!imposes && report.reportReason === "fraud") {
      await refreshHolds(trx, reportedUserId);
    }
    if (before !== status) changed.push(report);
  }
  // In one global order: two decisions with the same reporters never wait for each other crosswise.
  for (const report of changed.sort((one, other) => one.reporterId.localeCompare(other.reporterId)))
    news.push(...(await tellReporter(trx, report, decision, admins)));
  // A penalty refreshes holds while the user's other reports are still open.
  if (imposes && reports.length > 1)
    for (const userId of [...punished].sort()) await refreshHolds(trx, userId);
  await emit(trx, news);
};
