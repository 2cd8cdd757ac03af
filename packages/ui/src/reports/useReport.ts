import type { ReportReason } from "@knowhow/shared";
import { client } from "../client/client.ts";
import { useEndpointMutation } from "../client/queries.ts";

/** What is reported: a content, or the other one in a room. */
export type ReportTarget =
  { kind: "content"; contentId: string } | { kind: "chat"; chatRoomId: string; reportedUserId: string };

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

interface Outcome {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

/** Reports something; sent again after a lost answer, it is one report. */
export const useReport = (target: ReportTarget) => {
  const content = useEndpointMutation(client.reports.create);
  const chat = useEndpointMutation(client.reports.createForChat);
  const send = (values: Reporting, outcome: Outcome) => {
    if (target.kind === "content")
      content.mutate({ body: { ...values, reportType: "content", contentId: target.contentId } }, outcome);
    else {
      const { chatRoomId, reportedUserId } = target;
      chat.mutate({ body: { ...values, chatRoomId, reportedUserId } }, outcome);
    }
  };
  return { send, isPending: content.isPending || chat.isPending };
};
