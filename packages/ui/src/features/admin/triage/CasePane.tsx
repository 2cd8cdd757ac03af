import { reportReasonLabel, type CurrentUser, type Lease, type Report } from "@knowhow/shared";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { client } from "../../../client/client.ts";
import { hasCode } from "../../../components/failure.ts";
import { useEndpoint } from "../../../client/queries.ts";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { ErrorState } from "../../../client/ErrorState.tsx";
import { ReportStatusChip, ReportSummary } from "../ReportCard.tsx";
import { UserHistory } from "../UserHistory.tsx";
import { useStanding } from "../useStanding.ts";
import { isOpen, penaltyOf, type Decision } from "../decision.ts";
import { earlierPenaltyWords } from "../earlierPenalties.ts";
import { penaltyState } from "../penaltyState.ts";
import { placeOf } from "../target.ts";
import { useCurrentPath } from "./cameFrom.ts";
import { useDevice } from "../../../client/platform.tsx";
import { endDraft } from "./caseDrafts.ts";
import { Overtaken } from "./Overtaken.tsx";
import { CaseForm, type CaseSeen } from "./CaseForm.tsx";
import { CaseRecord } from "./CaseRecord.tsx";
import type { MadeDecision } from "./decisions.ts";
import { useDecisions, useMade } from "./DecisionsProvider.tsx";
import { Evidence } from "./Evidence.tsx";
import { PresenceNotice, TakeOverDialog } from "./Presence.tsx";
import { isSameTarget } from "./queue.ts";
import { Related, sameTarget } from "./Related.tsx";
import { useGroup } from "./useGroup.ts";
import { useKeys } from "./useKeys.ts";
import { useLease } from "./useLease.ts";

interface CaseProps {
  user: CurrentUser;
  report: Report;
  lease: Lease | undefined;
  /** The other open reports about the same person; undefined while they are not read. */
  related: readonly Report[] | undefined;
  /** How many other reports about the same thing are open, also those that are not among the related. */
  sameTargets: number;
  /** The newest of all that are open about it, as far as is known. */
  newestVoiceId: string | undefined;
  /** Whether a penalty of this very report is active. */
  hasPenalty: boolean;
  /** Called with the ids of the decided reports. */
  onDecided: (gone: ReadonlySet<string>) => void;
}

const noneChosen: ReadonlySet<string> = new Set();

/** Why nothing can be decided about a report now. */
const obstacleOf = ({
  isMade,
  holder,
  isKnown,
  isGroupKnown,
}: {
  isMade: boolean;
  /** Nickname of another administrator at the report. */
  holder: string | undefined;
  /** Whether the person's sanction status is known. */
  isKnown: boolean;
  /** Whether it is known which of the chosen reports can still be decided with it. */
  isGroupKnown: boolean;
}): string | undefined => {
  if (isMade) return "이미 결정했고 아직 처리되지 않은 신고예요. 바꾸려면 먼저 그 결정을 되돌려주세요.";
  if (holder !== undefined) return `${holder}님이 보고 있어요. 먼저 이어받아주세요.`;
  if (!isGroupKnown) return "함께 처리할 신고를 아직 불러오지 못했어요. 목록이 보이면 다시 눌러주세요.";
  return isKnown ? undefined : "이력을 아직 불러오지 못했어요. 이력이 보이면 다시 눌러주세요.";
};

/** How many other reports are open and not decided here either. */
const countsOf = (
  report: Report,
  {
    free,
    sameTargets,
    made,
  }: { free: readonly Report[]; sameTargets: number; made: readonly MadeDecision[] },
) => {
  const { id, openReports } = report.reportedUser;
  const gone = made.flatMap(({ reports }) => reports).filter((other) => other.id !== report.id);
  const goneAbout = gone.filter(({ reportedUser }) => reportedUser.id === id);
  return {
    person: Math.max(free.length, openReports - 1 - goneAbout.length),
    target: Math.max(
      sameTarget(report, free).length,
      sameTargets - goneAbout.filter((other) => isSameTarget(report, other)).length,
    ),
  };
};

/** How many reports the decision covers where all about the target were chosen and some of them can not be named. */
const voicesOf = (
  report: Report,
  { free, going, target }: { free: readonly Report[]; going: readonly Report[]; target: number },
): number | undefined => {
  const named = sameTarget(report, free);
  const isWhole = going.length === named.length && going.every((other) => isSameTarget(report, other));
  return going.length > 0 && isWhole && target > named.length ? target + 1 : undefined;
};

/** How many decisions made here, and not arrived yet, impose a penalty for another report about the same target. */
const heldAbout = (report: Report, made: readonly MadeDecision[]): number =>
  made.filter(
    ({ reports, decision }) =>
      penaltyOf(decision) !== "none" &&
      reports.every(({ id }) => id !== report.id) &&
      reports.some((other) => isSameTarget(report, other)),
  ).length;

const Case = ({
  user,
  report,
  lease,
  related,
  sameTargets,
  newestVoiceId,
  hasPenalty,
  onDecided,
}: CaseProps) => {
  const decisions = useDecisions();
  const { textsOf } = useDevice();
  const canDecide = isOpen(report);
  const { other, takeOver } = useLease(report.id, {
    isWanted: canDecide,
    isHeld: () => decisions.isAbout(report.id),
    listed: lease?.adminId === user.id ? undefined : lease,
  });
  const made = useMade();
  const isMade = made.some(({ reports }) => reports.some(({ id }) => id === report.id));
  useEffect(() => {
    // A draft of a decision made in this tab ends with its sending.
    if (!canDecide && !isMade) endDraft(user.id, textsOf(user.id), report);
  }, [canDecide, isMade, textsOf, user.id, report]);
  const { isKnown, isFresh, seen } = useStanding(report);
  const decided = new Set(made.flatMap(({ reports }) => reports.map(({ id }) => id)));
  const free = (related ?? []).filter(({ id }) => !decided.has(id));
  const { chosen, choose } = useGroup(user.id, report.id);
  const [isEvidenceOpen, setEvidenceOpen] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const going = chosen === undefined ? sameTarget(report, free) : free.filter(({ id }) => chosen.has(id));
  const counts = countsOf(report, { free, sameTargets, made });
  const voices = voicesOf(report, { free, going, target: counts.target });
  const handleGroup = () => choose(going.length > 0 ? noneChosen : undefined);
  const obstacle = obstacleOf({
    isMade: decided.has(report.id),
    holder: other?.nickname,
    isKnown,
    isGroupKnown: related !== undefined || (chosen === undefined ? report.voices === 1 : chosen.size === 0),
  });
  /** Changes on the screen while a password was asked for were not decided on. */
  const handleDecision = (decision: Decision, { going: others, standing, basis, ...about }: CaseSeen) => {
    const ids = new Set(others.map(({ id }) => id));
    // An undo restores the stored group, which a colleague's decision in between has deleted.
    if (chosen) choose(ids);
    const left = sameTarget(report, free).filter(({ id }) => !ids.has(id));
    if (!decisions.hold([report, ...others], decision, { standing, basis }, { ...about, left })) return;
    onDecided(new Set([report.id, ...ids]));
  };
  const navigate = useNavigate();
  const from = useCurrentPath();
  useKeys({
    join: () => {
      const path = placeOf(report);
      if (path !== undefined) void navigate(path, { state: { from } });
    },
    evidence: () => setEvidenceOpen((is) => !is),
    group: handleGroup,
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
        {other && canDecide ? <PresenceNotice holder={other} onTakeOver={() => setTaking(true)} /> : null}
        <ReportSummary report={report} />
        <CaseRecord report={report} />
        <Overtaken personId={user.id} reportId={report.id} />
        <Evidence report={report} isOpen={isEvidenceOpen} onToggle={() => setEvidenceOpen((is) => !is)} />
        {canDecide ? (
          <>
            <Related
              report={report}
              related={free}
              counts={counts}
              voices={voices}
              chosen={new Set(going.map(({ id }) => id))}
              onChoose={choose}
              onGroup={handleGroup}
            />
            <Divider />
            {seen.basis.length === 0 ? null : (
              <Alert severity="info" role="note">
                아직 처리되지 않은 제재 {seen.basis.length}건을 더해 세었어요.
              </Alert>
            )}
            <CaseForm
              user={user}
              report={report}
              seen={{ ...seen, going, voices, newestVoiceId }}
              isFresh={isFresh}
              hasPenalty={hasPenalty}
              holdsPayouts={[report, ...going].some((one) => one.holdsPayouts)}
              earlier={earlierPenaltyWords(report, heldAbout(report, made))}
              obstacle={obstacle}
              onDecide={handleDecision}
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
  /** The report as the queue knows it. */
  known: Report | undefined;
  /** Its lease, as far as the queue knows. */
  lease: Lease | undefined;
  /** Called with the ids of the decided reports. */
  onDecided: (gone: ReadonlySet<string>) => void;
}

/** One report with everything that a decision needs. */
export const CasePane = ({ user, reportId, known, lease, onDecided }: CasePaneProps) => {
  const { data, error, refetch } = useEndpoint(
    client.reports.get,
    { params: { reportId } },
    { refetchOnMount: "always" },
  );
  const report = data?.report ?? known;
  if (report)
    return (
      <Case
        key={reportId}
        user={user}
        report={report}
        lease={lease}
        related={data?.related}
        sameTargets={data?.sameTarget ?? 0}
        newestVoiceId={data?.newestVoiceId ?? undefined}
        hasPenalty={data?.acts.some(({ penalty }) => penalty && penaltyState(penalty) === "active") ?? false}
        onDecided={onDecided}
      />
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
