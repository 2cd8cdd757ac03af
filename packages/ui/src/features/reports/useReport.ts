import type { ReportReason } from "@knowhow/shared";
import { usePerform } from "../../device/outbox/usePerform.ts";

/** What is reported: a content, a comment, or the other one in a room; `label` says it in words. */
export type ReportTarget = { label: string } & (
  | { kind: "content"; contentId: string }
  | { kind: "comment"; commentId: string }
  | { kind: "chat"; chatRoomId: string; reportedUserId: string }
);

/** The id of what is reported. */
export const reportedId = (target: ReportTarget): string => {
  if (target.kind === "comment") return target.commentId;
  return target.kind === "content" ? target.contentId : target.chatRoomId;
};

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

/** Reports something; without a network the report waits, and sent again after a lost answer it is one. */
export const useReport = (target: ReportTarget) => {
  const { perform, isPending } = usePerform("report");
  const about = target.label;
  const send = (values: Reporting) => {
    if (target.kind === "comment") return perform({ ...values, about, commentId: target.commentId });
    if (target.kind === "content") return perform({ ...values, about, contentId: target.contentId });
    const { chatRoomId, reportedUserId } = target;
    return perform({ ...values, about, chatRoomId, reportedUserId });
  };
  return { send, isPending };
};
