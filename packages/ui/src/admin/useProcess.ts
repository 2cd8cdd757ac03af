import { AppError, type Report } from "@knowhow/shared";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../client/client.ts";
import { hasCode, withReason } from "../client/failure.ts";
import { invalidate, useEndpointMutation } from "../client/queries.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { applyServerErrors } from "../forms/applyServerErrors.ts";
import { decisionOf, type Decision, type Standing } from "./decision.ts";
import { useDecisionForm } from "./useDecisionForm.ts";

const refresh = (queryClient: QueryClient, { reportedUser }: Report) =>
  Promise.all([
    invalidate(queryClient, client.reports.list),
    invalidate(queryClient, client.inquiries.list),
    invalidate(queryClient, client.penalties.history, { params: { id: reportedUser.id } }),
  ]);

/** The report as it stands after somebody else was first. */
const findResult = async ({ id }: Report): Promise<Report> =>
  (await client.reports.get({ params: { reportId: id } })).report;

const unknownFailure = "신고 처리 중 오류가 발생했습니다.";

interface Outcome {
  onDone: () => void;
  /** Told of the result when another administrator was first. */
  onAlready: (result: Report | undefined) => void;
}

/** The form of a decision that is sent at once, and what comes of it. */
export const useProcess = (report: Report, standing: Standing, { onDone, onAlready }: Outcome) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  /** Told in the dialog too: behind it the toast can not be read. */
  const [failure, setFailure] = useState<string>();
  const process = useEndpointMutation(client.reports.process, {
    onSuccess: (_, { body: { status } }) => {
      void refresh(queryClient, report);
      const told = status === "reviewed" ? "검토하고 있다고" : "결과를";
      toast({ title: "신고 처리 완료", description: `신고자에게 ${told} 알렸어요.` });
      onDone();
    },
    onError: async (error) => {
      if (applyServerErrors(decision.form, error) !== undefined) {
        const description = error instanceof AppError ? error.message : withReason(unknownFailure, error);
        toast({ title: "신고 처리 실패", description, variant: "destructive" });
        setFailure(description);
      }
      if (!hasCode(error, "ALREADY_PROCESSED")) return;
      void refresh(queryClient, report);
      // Without the result the list behind the dialog still shows it.
      onAlready(await findResult(report).catch(() => undefined));
    },
  });
  const decision = useDecisionForm(report, {
    standing,
    onDecide: (chosen) => {
      setFailure(undefined);
      process.mutate({ params: { reportId: report.id }, body: decisionOf(chosen) as Decision }); // left out, a penalty is none
    },
  });
  return { ...decision, failure, isPending: process.isPending };
};
