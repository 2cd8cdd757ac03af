import type { reports } from "@knowhow/shared";
import type { Deps } from "../deps.ts";
import { nameVersion } from "../http/etag.ts";
import type { Handlers } from "../http/mount.ts";
import { cutPage, readCursor, withCursor } from "../http/paging.ts";
import { reportContent, reportCounterpart } from "./create.ts";
import { processReport } from "./process.ts";
import { countReports, listReports, readReport } from "./queries.ts";
import { readTalk } from "./talk.ts";

/** Answers the calls about reports. */
export const createReportHandlers = (deps: Deps): Handlers<typeof reports> => ({
  create: ({ body: { contentId, reportReason, reportDetails }, viewer, transaction }) =>
    transaction(async (trx) => {
      const filing = { reporterId: viewer.id, contentId, reportReason, reportDetails };
      const { id, status } = await reportContent(trx, deps, filing);
      return { report: { id, status } };
    }),
  createForChat: ({ body, viewer, transaction }) =>
    transaction(async (trx) => {
      const { id, status } = await reportCounterpart(trx, deps, { reporterId: viewer.id, ...body });
      return { report: { id, status } };
    }),
  async list({ query: { status, q, cursor, limit }, ctx }) {
    const from = readCursor(cursor, 2);
    const rows = await withCursor(() =>
      listReports(deps, { status, q: q?.trim() ?? "", cursor: from, limit: limit + 1 }),
    );
    const answer = {
      reports: cutPage(ctx, rows, limit, (report) => [report.createdAt, report.id]),
      counts: await countReports(deps),
    };
    nameVersion(ctx, JSON.stringify(answer));
    return answer;
  },
  process: ({ params: { reportId }, body, viewer, transaction, fail }) =>
    transaction(async (trx) => {
      await processReport(trx, deps, {
        reportId,
        adminId: viewer.id,
        status: body.status,
        reviewNotes: body.reviewNotes ?? null,
        penaltyType: body.penaltyType,
        duration: body.duration ?? null,
        reason: body.reason ?? null,
      });
      return { report: (await readReport(trx, reportId)) ?? fail("NOT_FOUND") };
    }),
  async messages({ query: { reportId, chatRoomId, ...page }, viewer, fail }) {
    if (reportId === undefined && chatRoomId === undefined) {
      const message = "reportId 또는 chatRoomId가 필요합니다.";
      return fail("VALIDATION", { fields: { reportId: message, chatRoomId: message } });
    }
    return readTalk(deps, { adminId: viewer.id, reportId, chatRoomId, page });
  },
});
