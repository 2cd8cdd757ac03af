import {
  nfc,
  reportedFields,
  type decisionOnStanding,
  type reports,
  type SanctionStatus,
} from "@knowhow/shared";
import type { Context } from "koa";
import type { InferType } from "yup";
import { requireFreshPassword } from "../../http/freshPassword.ts";
import type { Deps } from "../../deps.ts";
import { nameVersion } from "../../http/etag.ts";
import type { Handlers } from "../../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../../http/paging.ts";
import { reportContent, reportCounterpart } from "./create.ts";
import { reportWords } from "./words.ts";
import { readRecord } from "./record.ts";
import { releaseLease, takeLease } from "./lease.ts";
import { processReports, type ReportDecision } from "./process.ts";
import { countReports, listLeases, listReports, readCase, readReports } from "./queries.ts";
import { presentPenalty } from "../penalties/presenter.ts";
import { reopenReport } from "./reopen.ts";
import { readTalk } from "./talk.ts";
import { warnReporter } from "./warnReporter.ts";

/** A decision from the contract: its reports, its administrator, and the form. */
interface Decided {
  ctx: Context;
  reportIds: readonly string[];
  adminId: string;
  body: InferType<typeof decisionOnStanding>;
  expectedByUser?: readonly (SanctionStatus & { userId: string })[] | undefined;
  includeVoices?: boolean | undefined;
  newestVoiceId?: string | undefined;
}

/** The contract's form as the service takes it. */
const decisionOf = ({
  ctx,
  reportIds,
  adminId,
  body: { status, reviewNotes, penaltyType, duration, reason, expected },
  expectedByUser = [],
  includeVoices = false,
  newestVoiceId,
}: Decided): ReportDecision => ({
  reportIds,
  adminId,
  includeVoices,
  newestVoiceId,
  expected: expected ?? null,
  expectedByUser: new Map(expectedByUser.map((standing) => [standing.userId, standing])),
  requireFreshPassword: () => requireFreshPassword(ctx),
  status,
  reviewNotes: reviewNotes ?? null,
  penaltyType,
  duration: duration ?? null,
  reason: reason ?? null,
});

/** Answers the calls about reports. */
export const createReportHandlers = (deps: Deps): Handlers<typeof reports> => ({
  create: ({ body, viewer, transaction }) =>
    transaction(async (trx) => {
      const { reportType, reportReason, reportDetails } = body;
      const filing = { reporterId: viewer.id, reportReason, reportDetails };
      const targetId = body[reportedFields[reportType]] ?? "";
      const { id, status } =
        reportType === "content"
          ? await reportContent(trx, deps, { ...filing, contentId: targetId })
          : await reportWords(trx, deps, { ...filing, reportType, id: targetId });
      return { report: { id, status } };
    }),
  createForChat: ({ body, viewer, transaction }) =>
    transaction(async (trx) => {
      const { id, status } = await reportCounterpart(trx, deps, { reporterId: viewer.id, ...body });
      return { report: { id, status } };
    }),
  async list({ query: { status, type, reason, q, group, cursor, limit }, ctx }) {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      listReports(deps, {
        status,
        type,
        reason,
        // Names and texts are stored so.
        q: nfc(q ?? "").trim(),
        isGrouped: group === "target",
        cursor: from,
        limit: limit + 1,
      }),
    );
    const answer = {
      reports: cutPage(ctx, rows, limit, (report) => [report.createdAt, report.id]),
      counts: await countReports(deps, group === "target"),
    };
    nameVersion(ctx, JSON.stringify(answer));
    return answer;
  },
  async get({ params: { reportId }, query: { newestVoiceId }, fail }) {
    const [found, record] = await Promise.all([
      readCase(deps, reportId, newestVoiceId),
      readRecord(deps, reportId),
    ]);
    return found && record ? { ...found, ...record } : fail("NOT_FOUND");
  },
  process: ({ params: { reportId }, body, ctx, viewer, transaction, fail }) =>
    transaction(async (trx) => {
      const { includeVoices, newestVoiceId } = body;
      const decided = { ctx, reportIds: [reportId], adminId: viewer.id, body, includeVoices, newestVoiceId };
      await processReports(trx, deps, decisionOf(decided));
      return { report: (await readReports(trx, [reportId]))[0] ?? fail("NOT_FOUND") };
    }),
  reopen: ({ params: { reportId }, body: { reason, includeVoices = false }, viewer, transaction, fail }) =>
    transaction(async (trx) => {
      await reopenReport(trx, deps, { reportId, includeVoices, adminId: viewer.id, reason });
      return { report: (await readReports(trx, [reportId]))[0] ?? fail("NOT_FOUND") };
    }),
  warnReporter: ({ params: { reportId }, body: { reason, expected }, ctx, viewer, transaction }) =>
    transaction(async (trx) => ({
      penalty: presentPenalty(
        await warnReporter(trx, deps, {
          reportId,
          adminId: viewer.id,
          reason,
          expected: expected ?? null,
          requireFreshPassword: () => requireFreshPassword(ctx),
        }),
      ),
    })),
  processAll: ({ body: { ids, expectedByUser, ...body }, ctx, viewer, transaction }) =>
    transaction(async (trx) => {
      await processReports(
        trx,
        deps,
        decisionOf({ ctx, reportIds: ids, adminId: viewer.id, body, expectedByUser }),
      );
      return { reports: await readReports(trx, ids) };
    }),
  leases: async () => ({ leases: await listLeases(deps) }),
  lease: ({ params: { reportId }, body: { takeOver, reason }, viewer, transaction }) =>
    transaction(async (trx) => ({
      lease: await takeLease(trx, deps, { reportId, adminId: viewer.id, takeOver, reason: reason ?? null }),
    })),
  release: ({ params: { reportId }, viewer, transaction }) =>
    transaction(async (trx) => {
      await releaseLease(trx, deps, { reportId, adminId: viewer.id });
      return { lease: null };
    }),
  async messages({ query: { reportId, chatRoomId, ...page }, viewer, fail }) {
    if (reportId === undefined && chatRoomId === undefined) {
      const message = "reportId 또는 chatRoomId가 필요합니다.";
      return fail("VALIDATION", { fields: { reportId: message, chatRoomId: message } });
    }
    return readTalk(deps, { adminId: viewer.id, reportId, chatRoomId, page });
  },
});
