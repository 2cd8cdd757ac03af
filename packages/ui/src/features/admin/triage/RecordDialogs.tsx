import { textLimits, type Report, type ReporterRecord, type SanctionStatus } from "@knowhow/shared";
import { reopenForm } from "@knowhow/shared/schemas.ts";
import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { client } from "../../../client/client.ts";
import { hasCode } from "../../../components/failure.ts";
import { invalidate, isDefinite } from "../../../client/queries.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { DecisionDialog } from "../../decisions/DecisionDialog.tsx";
import { useDeciding, useReasonForm } from "../../decisions/useDeciding.ts";
import { consequenceOf } from "../decision.ts";
import { changedWords, confirmBan } from "../useDecisionForm.ts";

/** Reads anew everything that depends on a report, or on those decided together with it. */
const useRefresh = () => {
  const queryClient = useQueryClient();
  return () =>
    void Promise.all([
      invalidate(queryClient, client.reports.get),
      invalidate(queryClient, client.reports.list),
      invalidate(queryClient, client.penalties.history),
    ]);
};

interface ReopenDialogProps {
  report: Report;
  /** Whether others about the same thing were decided together with it. */
  isGroup: boolean;
  onClose: () => void;
}

/** Asks why a decided report is reopened, and reopens it with those that were decided together with it. */
export const ReopenDialog = ({ report, isGroup, onClose }: ReopenDialogProps) => {
  const toast = useToast();
  const refresh = useRefresh();
  const [isOvertaken, setIsOvertaken] = useState(false);
  const deciding = useDeciding(client.reports.reopen, {
    form: useReasonForm(reopenForm, `reopen:${report.id}`),
    input: (body) => ({
      params: { reportId: report.id },
      body: isGroup ? { ...body, includeVoices: true } : body,
    }),
    onDone: () => {
      refresh();
      toast({ title: "다시 검토합니다", description: "신고자에게 알렸어요." });
    },
    onRefused: (error) => {
      if (hasCode(error, "NOT_PROCESSED")) {
        setIsOvertaken(true);
        refresh();
      }
      return false;
    },
    onClose,
  });
  return (
    <DecisionDialog
      title="처리한 신고를 다시 검토할까요?"
      deciding={deciding}
      reason={{ label: "다시 검토하는 사유", help: "처리 기록에 남아요.", max: textLimits.penaltyReason }}
      act="다시 검토"
      pending="되돌리는 중..."
      outdated={
        isOvertaken ? (
          <Alert severity="warning">다른 곳에서 먼저 바뀌어, 아무것도 바꾸지 않았어요.</Alert>
        ) : undefined
      }
      onClose={onClose}
    >
      {isGroup ? (
        <Typography>
          함께 처리한 같은 대상의 신고를 모두 다시 검토해요. 이미 다시 신고한 사람의 것은 새 신고로 검토해요.
        </Typography>
      ) : null}
      <Typography color="textSecondary">
        지금까지의 처리 기록은 그대로 남아요. 적용한 제재는 신고자의 것도 각자의 이력에서 따로 해제해야
        풀려요.
      </Typography>
    </DecisionDialog>
  );
};

const warning = { status: "resolved", penaltyType: "warning" } as const;

interface WarnReporterDialogProps {
  report: Report;
  reporter: ReporterRecord;
  onClose: () => void;
}

/**
 * Asks why a reporter is warned, and warns them by the sanction status on the screen. Where that leads to something else
 * than when the dialog opened, the first press only says so.
 */
export const WarnReporterDialog = ({ report, reporter, onClose }: WarnReporterDialogProps) => {
  const toast = useToast();
  const refresh = useRefresh();
  const [isOvertaken, setIsOvertaken] = useState(false);
  const { warningCount, suspendedUntil, isBanned } = reporter;
  // Sent once more as it was until there is an answer: the act may have changed the status itself.
  const [sent, setSent] = useState<SanctionStatus>();
  const expected = sent ?? { warningCount, suspendedUntil, isBanned };
  const outcome = consequenceOf(warning, expected);
  const [chosen, setChosen] = useState({ outcome, isChanged: false });
  const deciding = useDeciding(client.reports.warnReporter, {
    form: useReasonForm(reopenForm, `warn-reporter:${report.id}`),
    confirm: async () => {
      if (sent) return true;
      if (outcome !== chosen.outcome) {
        setChosen({ outcome, isChanged: true });
        return false;
      }
      const isConfirmed = await confirmBan({
        nickname: reporter.nickname,
        decision: warning,
        standing: expected,
        outcome: "확인하면 바로 처리돼요.",
      });
      if (isConfirmed) setSent(expected);
      return isConfirmed;
    },
    input: ({ reason }) => ({ params: { reportId: report.id }, body: { reason, expected } }),
    onDone: () => {
      refresh();
      toast({ title: "신고자에게 경고했습니다", description: "당사자에게 제재 안내 채팅으로 알렸어요." });
    },
    onRefused: (error) => {
      if (isDefinite(error)) setSent(undefined);
      if (hasCode(error, "ALREADY_PROCESSED")) setIsOvertaken(true);
      if (!hasCode(error, "VALIDATION")) refresh();
      return false;
    },
    onClose,
  });
  return (
    <DecisionDialog
      title="허위 신고로 경고할까요?"
      deciding={deciding}
      reason={{ label: "경고 사유", help: "신고자에게 그대로 전달돼요.", max: textLimits.penaltyReason }}
      act="경고"
      pending="경고하는 중..."
      isDestructive
      outdated={
        isOvertaken ? (
          <Alert severity="warning">이 신고의 신고자에게 이미 경고해, 한 번 더 경고하지 않았어요.</Alert>
        ) : undefined
      }
      onClose={onClose}
    >
      <Typography>
        {reporter.nickname}님 · 현재 누적 경고 {expected.warningCount}회 · 이번 조치: {outcome}
      </Typography>
      {chosen.isChanged && chosen.outcome === outcome ? (
        <Alert severity="error">{changedWords(outcome)}</Alert>
      ) : null}
    </DecisionDialog>
  );
};
