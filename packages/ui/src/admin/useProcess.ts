import { AppError, processForm, type Report } from "@knowhow/shared";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ObjectSchema } from "yup";
import { client } from "../client/client.ts";
import { hasCode, withReason } from "../client/failure.ts";
import { invalidate, useEndpointMutation } from "../client/queries.ts";
import { useToast } from "../components/ToastProvider.tsx";
import { applyServerErrors } from "../forms/applyServerErrors.ts";
import { useContractForm } from "../forms/useContractForm.ts";
import { isLastWarning } from "./ladder.ts";

/** What the form holds. */
export type Decision = typeof processForm extends ObjectSchema<infer V> ? V : never;

/** What is sent of a form: a penalty only with a resolution, each of its parts only where it means something. */
export const decisionOf = ({
  status,
  reviewNotes,
  penaltyType,
  duration,
  reason,
}: Decision): Partial<Decision> => {
  const told = { status, ...(reviewNotes ? { reviewNotes } : {}) };
  if (status !== "resolved") return told;
  return {
    ...told,
    penaltyType,
    ...(penaltyType === "suspension" ? { duration } : {}),
    ...(penaltyType === "none" ? {} : { reason }),
  };
};

/** Whether a decision keeps somebody out for good: as a ban, or as the warning that ends in one. */
export const isBan = (
  { status, penaltyType }: Pick<Decision, "status" | "penaltyType">,
  standing: { warningCount: number; isBanned: boolean },
): boolean =>
  status === "resolved" && (penaltyType === "ban" || (penaltyType === "warning" && isLastWarning(standing)));

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

/** The form of a decision: checked by the contract's rules, sent once, a ban only after the password again. */
export const useProcess = (
  report: Report,
  standing: { warningCount: number; isBanned: boolean },
  { onDone, onAlready }: Outcome,
) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  /** A decision that waits for the password. */
  const [waiting, setWaiting] = useState<Decision>();
  /** Told in the dialog too: behind it the toast can not be read. */
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(processForm, {
    reviewNotes: report.reviewNotes ?? "",
    penaltyType: "none",
    duration: null,
    reason: "",
  });
  const process = useEndpointMutation(client.reports.process, {
    onSuccess: (_, { body: { status } }) => {
      void refresh(queryClient, report);
      const told = status === "reviewed" ? "검토하고 있다고" : "결과를";
      toast({ title: "신고 처리 완료", description: `신고자에게 ${told} 알렸어요.` });
      onDone();
    },
    onError: async (error) => {
      if (applyServerErrors(form, error) !== undefined) {
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
  const send = (decision: Decision) => {
    setFailure(undefined);
    process.mutate({ params: { reportId: report.id }, body: decisionOf(decision) as Decision }); // left out, a penalty is none
  };
  const handleSend = form.handleSubmit((decision) => {
    if (isBan(decision, standing)) setWaiting(decision);
    else send(decision);
  });
  return {
    form,
    failure,
    handleSend,
    isPending: process.isPending,
    isAskingPassword: waiting !== undefined,
    cancelPassword: () => setWaiting(undefined),
    confirmPassword: () => {
      setWaiting(undefined);
      if (waiting) send(waiting);
    },
  };
};
