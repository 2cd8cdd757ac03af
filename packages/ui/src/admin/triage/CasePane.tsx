import { reportReasonLabel, type CurrentUser, type Report } from "@knowhow/shared";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { client } from "../../client/client.ts";
import { hasCode } from "../../client/failure.ts";
import { useEndpoint } from "../../client/queries.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { ReportStatusChip, ReportSummary, ReviewLines } from "../ReportCard.tsx";
import { UserHistory, useUserHistory } from "../UserHistory.tsx";
import { CaseForm } from "./CaseForm.tsx";
import { warningsOnTheWay, type Made } from "./decisions.ts";
import { useDecisions, useMade } from "./DecisionsProvider.tsx";
import { Evidence } from "./Evidence.tsx";
import { PresenceNotice, TakeOverDialog } from "./Presence.tsx";
import { Related, sameTarget } from "./Related.tsx";
import { useKeys } from "./useKeys.ts";
import { useLease } from "./useLease.ts";

interface CaseProps {
  user: CurrentUser;
  report: Report;
  related: readonly Report[];
  /** Told of the ids of what was decided. */
  onDecided: (gone: ReadonlySet<string>) => void;
}

const noneChosen: ReadonlySet<string> = new Set();

/** How the person stands, as far as it is known here, and whether it is: the ladder counts what is on its way too. */
const useStanding = ({ reportedUser }: Report, made: readonly Made[]) => {
  // Fresher than the list, where it has arrived: another report may have been decided meanwhile.
  const read = useUserHistory(reportedUser.id).data?.user;
  const onTheWay = warningsOnTheWay(made, reportedUser.id);
  const { warningCount, isBanned } = read ?? reportedUser;
  return {
    isKnown: read !== undefined,
    onTheWay,
    standing: { warningCount: warningCount + onTheWay, isBanned },
  };
};

/** Why nothing can be decided about a report now. */
const obstacleOf = ({
  isMade,
  holder,
  isKnown,
}: {
  isMade: boolean;
  /** Who else is at it. */
  holder: string | undefined;
  /** Whether it is known how the person stands. */
  isKnown: boolean;
}): string | undefined => {
  if (isMade) return "이미 결정했고 아직 처리되지 않은 신고예요. 바꾸려면 먼저 그 결정을 되돌려주세요.";
  if (holder !== undefined) return `${holder} 님이 보고 있어요. 먼저 이어받아주세요.`;
  return isKnown ? undefined : "이력을 아직 불러오지 못했어요. 이력이 보이면 다시 눌러주세요.";
};

const Case = ({ user, report, related, onDecided }: CaseProps) => {
  const decisions = useDecisions();
  const isOpen = report.status === "pending" || report.status === "reviewed";
  const { other, takeOver } = useLease(report.id, isOpen, () => decisions.isAbout(report.id));
  const made = useMade();
  const { isKnown, onTheWay, standing } = useStanding(report, made);
  const decided = new Set(made.flatMap(({ reports }) => reports.map(({ id }) => id)));
  const free = related.filter(({ id }) => !decided.has(id));
  const [chosen, setChosen] = useState(noneChosen);
  const [isEvidenceOpen, setEvidenceOpen] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const going = free.filter(({ id }) => chosen.has(id));
  const obstacle = obstacleOf({ isMade: decided.has(report.id), holder: other?.nickname, isKnown });
  useKeys({
    evidence: () => setEvidenceOpen((is) => !is),
    group: () =>
      setChosen((now) => (now.size > 0 ? noneChosen : new Set(sameTarget(report, free).map(({ id }) => id)))),
    takeOver: () => setTaking(other !== undefined),
  });
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 3fr) minmax(0, 2fr)" },
        alignItems: "start",
      }}
    >
      <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
          <Typography variant="h2">{reportReasonLabel(report.reportReason)}</Typography>
          <ReportStatusChip status={report.status} />
        </Box>
        {other && isOpen ? <PresenceNotice holder={other} onTakeOver={() => setTaking(true)} /> : null}
        <ReportSummary report={report} />
        <ReviewLines report={report} />
        <Evidence report={report} isOpen={isEvidenceOpen} onToggle={() => setEvidenceOpen((is) => !is)} />
        {isOpen ? (
          <>
            <Related report={report} related={free} chosen={chosen} onChoose={setChosen} />
            <Divider />
            {onTheWay === 0 ? null : (
              <Alert severity="info" role="note">
                아직 처리되지 않은 경고 {onTheWay}건을 더해 세었어요.
              </Alert>
            )}
            <CaseForm
              user={user}
              report={report}
              standing={standing}
              obstacle={obstacle}
              count={going.length + 1}
              onDecide={(decision, isConfirmed) => {
                if (!decisions.hold([report, ...going], decision, isConfirmed)) return;
                onDecided(new Set([report, ...going].map(({ id }) => id)));
              }}
            />
          </>
        ) : null}
      </Box>
      <Box component="aside" aria-label="피신고자 이력" sx={{ minWidth: 0 }}>
        <UserHistory userId={report.reportedUser.id} />
      </Box>
      {isTaking && other ? (
        <TakeOverDialog holder={other} takeOver={takeOver} onClose={() => setTaking(false)} />
      ) : null}
    </Box>
  );
};

interface CasePaneProps {
  user: CurrentUser;
  reportId: string;
  /** What the queue knows of it already. */
  known: Report | undefined;
  /** Told of the ids of what was decided. */
  onDecided: (gone: ReadonlySet<string>) => void;
}

/** One report with all that a decision rests on. */
export const CasePane = ({ user, reportId, known, onDecided }: CasePaneProps) => {
  const { data, error, refetch } = useEndpoint(
    client.reports.get,
    { params: { reportId } },
    { refetchOnMount: "always" },
  );
  const report = data?.report ?? known;
  if (report)
    return (
      <Case key={reportId} user={user} report={report} related={data?.related ?? []} onDecided={onDecided} />
    );
  if (hasCode(error, "NOT_FOUND"))
    return (
      <EmptyState
        icon={SearchOffRounded}
        component="h2"
        title="없는 신고예요"
        description="보관 기간이 지나 지워졌을 수 있어요."
      />
    );
  if (error)
    return <ErrorState error={error} title="신고를 불러오지 못했습니다" onRetry={() => void refetch()} />;
  return <Skeleton variant="rounded" height={240} />;
};
