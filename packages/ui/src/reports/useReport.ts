import type { ReportReason } from "@knowhow/shared";
import { usePerform } from "../outbox/usePerform.ts";

/** What is reported: a content, or the other one in a room; `label` says it in words. */
export type ReportTarget = { label: string } & (
  { kind: "content"; contentId: string } | { kind: "chat"; chatRoomId: string; reportedUserId: string }
);

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

/** Reports something; without a network the report waits, and sent again after a lost answer it is one. */
export const useReport = (target: ReportTarget) => {
  const { perform, isPending } = usePerform("report");
  const about = target.label;
  const send = (values: Reporting) =>
    perform(
      target.kind === "content"
        ? { ...values, about, contentId: target.contentId }
        : { ...values, about, chatRoomId: target.chatRoomId, reportedUserId: target.reportedUserId },
    );
  return { send, isPending };
};
