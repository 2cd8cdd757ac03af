import {
  penaltyLabel,
  reportReasonLabel,
  reportStatusLabel,
  reportStatuses,
  type OutputOf,
  type Penalty,
  type api,
  warningsToBan,
} from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { client } from "../../client/client.ts";
import { useEndpoint } from "../../client/queries.ts";
import { ErrorState } from "../../client/ErrorState.tsx";
import { formatDate, formatDateTime } from "../../components/format.ts";
import { nextStep } from "./ladder.ts";
import { LiftDialog } from "./LiftDialog.tsx";
import { penaltyState } from "./penaltyState.ts";
import { payoutsOf } from "./payouts/payoutsOf.ts";
import { StandingChips } from "./StandingChips.tsx";

type History = OutputOf<(typeof api)["penalties"]["history"]>;

/** A person's history of conduct; read anew whenever it is opened. */
export const useUserHistory = (userId: string) =>
  useEndpoint(client.penalties.history, { params: { id: userId } }, { refetchOnMount: "always" });

const stateChips = {
  lifted: <Chip size="small" variant="outlined" label="해제됨" />,
  over: <Chip size="small" variant="outlined" label="기간 종료" />,
  active: <Chip size="small" variant="outlined" color="error" label="적용 중" />,
};

const PenaltyLine = ({ penalty, onLift }: { penalty: Penalty; onLift: () => void }) => {
  const state = penaltyState(penalty);
  const label = penaltyLabel(penalty.penaltyType);
  return (
    <Box component="li" sx={{ display: "grid", gap: 0.25, justifyItems: "start" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.75 }}>
        <Typography variant="subtitle2" component="span">
          {label}
          {penalty.duration === null ? "" : ` (${penalty.duration}일)`}
        </Typography>
        {stateChips[state]}
        <Typography variant="body2" component="span" color="textSecondary">
          {formatDate(penalty.createdAt)}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {penalty.reason}
      </Typography>
      {state === "active" && penalty.endDate !== null ? (
        <Typography variant="body2" color="textSecondary">
          정지 종료: {formatDateTime(penalty.endDate)}
        </Typography>
      ) : null}
      {state === "lifted" && penalty.liftReason !== null ? (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          해제 사유: {penalty.liftReason}
        </Typography>
      ) : null}
      {state === "active" ? (
        <Button
          size="small"
          variant="outlined"
          onClick={onLift}
          aria-label={`제재 해제: ${label}, ${penalty.reason.slice(0, 20)}`}
        >
          제재 해제
        </Button>
      ) : null}
    </Box>
  );
};

/** The contract may gain states and reasons that this version does not know. */
const statusText = (status: string): string => {
  const known = reportStatuses.find((one) => one === status);
  return known === undefined ? status : reportStatusLabel(known);
};

const ReportLine = ({ report }: { report: History["reports"][number] }) => (
  <Box component="li">
    <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
      {reportReasonLabel(report.reportReason)} · {statusText(report.status)} · {formatDate(report.createdAt)}
      {report.contentTitle === null ? "" : ` · ${report.contentTitle}`}
    </Typography>
  </Box>
);

const Part = ({
  title,
  none,
  children,
}: {
  title: string;
  none: string | undefined;
  children: ReactNode;
}) => (
  <Box component="section" sx={{ display: "grid", gap: 0.75 }}>
    <Typography variant="subtitle2" component="h4">
      {title}
    </Typography>
    {none === undefined ? (
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.25 }}>
        {children}
      </Box>
    ) : (
      <Typography variant="body2" color="textSecondary">
        {none}
      </Typography>
    )}
  </Box>
);

interface HistoryViewProps {
  history: History;
  onLift: (penalty: Penalty) => void;
}

/** A person's sanction status, penalties, reports and purchases, with the next step of the ladder. */
export const HistoryView = ({ history, onLift }: HistoryViewProps) => {
  const { user, reports, penalties, orders } = history;
  const step = nextStep(user);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Box sx={{ display: "grid", gap: 0.75 }}>
        <Typography variant="h4" component="h3">
          {user.nickname}님의 이력
        </Typography>
        <StandingChips standing={user} />
        <Typography variant="body2" color="textSecondary">
          아이디 {user.userId} · 가입 {formatDate(user.createdAt)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          구매 {orders.count.toLocaleString("ko-KR")}건 · 환불 {orders.refunded.toLocaleString("ko-KR")}건
        </Typography>
        <Button
          component={Link}
          to={payoutsOf(user.id)}
          size="small"
          variant="outlined"
          color="inherit"
          sx={{ justifySelf: "start" }}
        >
          판매 정산 보기
        </Button>
      </Box>
      <Alert severity={step === undefined ? "warning" : "info"} role="note">
        {step === undefined ? (
          "이미 영구 이용 제한된 사용자예요."
        ) : (
          <>
            권장 조치: <strong>{step}</strong>
          </>
        )}
      </Alert>
      <Part
        title={`제재 ${penalties.length}건`}
        none={penalties.length === 0 ? "받은 제재가 없어요." : undefined}
      >
        {penalties.map((penalty) => (
          <PenaltyLine key={penalty.id} penalty={penalty} onLift={() => onLift(penalty)} />
        ))}
      </Part>
      <Part
        title={`받은 신고 ${reports.length}건`}
        none={reports.length === 0 ? "받은 신고가 없어요." : undefined}
      >
        {reports.map((report) => (
          <ReportLine key={report.id} report={report} />
        ))}
      </Part>
    </Box>
  );
};

/** Whether a ban ends with this penalty: no other bans, and too few warnings are left for one. */
const endsBan = ({ user, penalties }: History, lifted: Penalty): boolean => {
  const left = penalties.filter(({ id, isActive }) => isActive && id !== lifted.id);
  const isLeft = (type: Penalty["penaltyType"]) =>
    left.filter(({ penaltyType }) => penaltyType === type).length;
  return user.isBanned && isLeft("ban") === 0 && isLeft("warning") < warningsToBan;
};

/** A person's history, read from the server, with the button to lift an active penalty. */
export const UserHistory = ({ userId }: { userId: string }) => {
  const { data, error, refetch } = useUserHistory(userId);
  const [lifting, setLifting] = useState<Penalty>();
  if (data === undefined)
    return error ? (
      <ErrorState error={error} title="이력을 불러오지 못했습니다" onRetry={() => void refetch()} />
    ) : (
      <Box role="status" aria-label="이력을 불러오는 중">
        {[50, 80, 65, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={32} />
        ))}
      </Box>
    );
  return (
    <>
      <HistoryView history={data} onLift={setLifting} />
      {lifting === undefined ? null : (
        <LiftDialog
          key={lifting.id}
          penalty={lifting}
          endsBan={endsBan(data, lifting)}
          onClose={() => setLifting(undefined)}
        />
      )}
    </>
  );
};
