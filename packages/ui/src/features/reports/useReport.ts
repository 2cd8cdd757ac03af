import { reportedFields, type ReportReason, type WordsType } from "@knowhow/shared";
import { usePerform } from "../../device/outbox/usePerform.ts";

/** The target of a report: a content, words at one, or the other person in a room; `label` names it in words. */
export type ReportTarget = { label: string } & (
  | { kind: "content"; contentId: string }
  | { kind: "comment"; commentId: string }
  | { kind: "words"; type: WordsType; id: string }
  | { kind: "chat"; chatRoomId: string; reportedUserId: string }
);

/** The id of a report's target. */
export const reportedId = (target: ReportTarget): string => {
  if (target.kind === "comment") return target.commentId;
  if (target.kind === "words") return `${target.type}:${target.id}`;
  return target.kind === "content" ? target.contentId : target.chatRoomId;
};

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

/** Makes a report; without a network it waits, and repeated after a lost answer it is still one. */
export const useReport = (target: ReportTarget) => {
  const { perform, isPending } = usePerform("report");
  const about = target.label;
  const send = (values: Reporting) => {
    if (target.kind === "comment") return perform({ ...values, about, commentId: target.commentId });
    if (target.kind === "content") return perform({ ...values, about, contentId: target.contentId });
    if (target.kind === "words")
      return perform({
        ...values,
        about,
        words: { reportType: target.type, [reportedFields[target.type]]: target.id },
      });
    const { chatRoomId, reportedUserId } = target;
    return perform({ ...values, about, chatRoomId, reportedUserId });
  };
  return { send, isPending };
};
