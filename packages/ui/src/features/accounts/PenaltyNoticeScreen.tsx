import BlockRounded from "@mui/icons-material/BlockRounded";
import GavelRounded from "@mui/icons-material/GavelRounded";
import HourglassTopRounded from "@mui/icons-material/HourglassTopRounded";
import type { SvgIconComponent } from "@mui/icons-material";
import { secondWarningDays, warningsToBan, type CurrentUser, type InquiryType } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Link, Navigate, useNavigate } from "react-router-dom";
import { client } from "../../client/client.ts";
import { loginPath } from "../../client/loginPath.ts";
import { ownSignOut } from "../../client/ownSignOut.ts";
import { rememberMe, useMe } from "../../client/session.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../client/ErrorState.tsx";
import { formatDateTime } from "../../components/format.ts";
import { useDocumentTitle } from "../../components/PageTitle.tsx";
import { sanctionOf } from "./sanction.ts";
import { suspensionWords } from "./suspensionWords.ts";

interface Notice {
  icon: SvgIconComponent;
  title: string;
  description: ReactNode;
  blocked: string;
  allowed: string;
}

/** The administrator's reason for the person. An answer kept by an older version may lack it. */
const Reason = ({ reason }: { reason: string | null | undefined }) =>
  reason ? (
    <Box component="span" sx={{ display: "block", mt: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      사유: {reason}
    </Box>
  ) : null;

const noticeOf = (user: CurrentUser): Notice | undefined => {
  const sanction = sanctionOf(user);
  if (sanction?.kind === "ban")
    return {
      icon: BlockRounded,
      title: "계정 이용이 영구 제한되었습니다",
      description: `사유: ${sanction.reason ?? "운영 정책 위반"}`,
      blocked: "구매, 판매, 채팅을 비롯한 모든 서비스",
      allowed: "안내 페이지 읽기, 관리자와 대화하기(이의 신청), 로그아웃",
    };
  if (sanction)
    return {
      icon: HourglassTopRounded,
      title: "서비스 이용이 정지되었습니다",
      description: (
        <>
          <Box component="strong" sx={{ color: "text.primary" }}>
            <time dateTime={sanction.until}>{formatDateTime(sanction.until)}</time>
          </Box>
          까지 일부 기능을 이용할 수 없습니다. 그 뒤에는 자동으로 풀려요.
          <Reason reason={user.penaltyReason} />
        </>
      ),
      ...suspensionWords,
    };
  if (user.warningCount === 0) return undefined;
  return {
    icon: GavelRounded,
    title: "경고를 받았습니다",
    description: (
      <>
        <Box component="strong" sx={{ display: "block", color: "text.primary" }}>
          현재 경고 {user.warningCount}회 / {warningsToBan}회
        </Box>
        이의가 있으면 관리자에게 문의해주세요.
        <Reason reason={user.penaltyReason} />
      </>
    ),
    blocked: "없음",
    allowed: "모든 서비스",
  };
};

/** The inquiry in which a sanction was told: objections belong there. */
const sanctionRoom: InquiryType = "penalty_notice";

const rules = [
  "경고 1회: 안내",
  `경고 2회: ${secondWarningDays}일 동안 이용 정지`,
  `경고 ${warningsToBan}회: 영구 이용 제한`,
  "허위 신고, 욕설과 괴롭힘, 사기는 바로 이용 정지로 이어질 수 있어요.",
] as const;

const guides = [
  { path: "/faq", label: "자주 묻는 질문" },
  { path: "/customer-service", label: "고객센터" },
  { path: "/terms", label: "이용약관" },
  { path: "/privacy", label: "개인정보처리방침" },
] as const;

const Consequences = ({ notice }: { notice: Notice }) => (
  <Box component="dl" sx={{ display: "grid", gap: 1.5, m: 0, "& dd": { m: 0 } }}>
    {[
      ["이용할 수 없는 기능", notice.blocked],
      ["계속 이용할 수 있는 기능", notice.allowed],
    ].map(([name, value]) => (
      <div key={name}>
        <Typography component="dt" variant="subtitle2">
          {name}
        </Typography>
        <Typography component="dd" color="textSecondary">
          {value}
        </Typography>
      </div>
    ))}
  </Box>
);

const Details = ({ notice }: { notice: Notice }) => (
  <Card sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2.5 }}>
    <Consequences notice={notice} />
    <div>
      <Typography variant="subtitle2" component="h2">
        제재 기준
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: "text.secondary" }}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </Box>
    </div>
    <Box
      component="nav"
      aria-label="안내"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 2.5, rowGap: 0.5 }}
    >
      {guides.map(({ path, label }) => (
        <MuiLink key={path} component={Link} to={path} sx={{ py: 0.5 }}>
          {label}
        </MuiLink>
      ))}
    </Box>
  </Card>
);

const Waiting = () => (
  <Box role="status" aria-label="이용 제한 안내를 불러오는 중" sx={{ display: "grid", gap: 2, py: 6 }}>
    <Skeleton variant="circular" width={72} height={72} sx={{ mx: "auto" }} />
    <Skeleton width="60%" height={40} sx={{ mx: "auto" }} />
    <Skeleton variant="rounded" height={220} />
  </Box>
);

/** Tells the server once that a new penalty was read. A banned person can not, and need not: they come here anyway. */
const useAcknowledge = (user: CurrentUser | null): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!user || user.isBanned || user.unseenPenaltyId === null) return;
    rememberMe(queryClient, { ...user, unseenPenaltyId: null });
    // If it fails, the penalty is shown once more at the next sign-in.
    client.penalties.seen({ params: { id: user.unseenPenaltyId } }).catch(() => undefined);
  }, [queryClient, user]);
};

const LogoutButton = () => {
  const navigate = useNavigate();
  // Only that screen signs out: it asks first where data is on this device only.
  return (
    <Button variant="outlined" color="inherit" onClick={() => void navigate("/logout", ownSignOut)}>
      로그아웃
    </Button>
  );
};

/** /penalty-notice: what a sanctioned person may not do, until when and why, and what stays possible. */
export const PenaltyNoticeScreen = () => {
  useDocumentTitle("이용 제한 안내");
  const { user, isPending, error, refetch } = useMe();
  useAcknowledge(user);
  if (isPending) return <Waiting />;
  if (!user)
    return error ? (
      <ErrorState component="h1" error={error} onRetry={() => void refetch()} />
    ) : (
      <Navigate to={loginPath("/penalty-notice")} replace />
    );
  const notice = noticeOf(user);
  if (!notice) return <Navigate to="/" replace />;
  return (
    <Box sx={{ maxWidth: 640, mx: "auto" }}>
      <EmptyState
        icon={notice.icon}
        component="h1"
        title={notice.title}
        description={notice.description}
        action={
          <>
            <Button variant="contained" component={Link} to={`/user-admin-chats?room=${sanctionRoom}`}>
              관리자에게 문의하기
            </Button>
            <Button variant="outlined" component={Link} to="/support">
              고객센터
            </Button>
            {user.isBanned ? (
              <LogoutButton />
            ) : (
              <Button variant="outlined" component={Link} to="/">
                홈으로
              </Button>
            )}
          </>
        }
      />
      <Details notice={notice} />
    </Box>
  );
};
