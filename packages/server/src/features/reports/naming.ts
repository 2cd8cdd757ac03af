import { formatDateTime, reportReasonLabel, reportTypeLabel } from "@knowhow/shared";
import type { Report } from "./Report.ts";

/** Identifies a report to its reporter, who may have made several: by time, subject and reason. */
export const nameReport = ({ createdAt, reportType, contentTitle, reportReason }: Report): string => {
  const about = contentTitle === null ? "" : `‘${contentTitle}’ `;
  return `${formatDateTime(createdAt)}에 접수하신 신고: ${about}${reportTypeLabel(reportType)} · ${reportReasonLabel(reportReason)}`;
};
