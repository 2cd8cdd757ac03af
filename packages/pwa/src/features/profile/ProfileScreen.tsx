import LockOutlined from "@mui/icons-material/LockOutlined";
import type { CurrentUser } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link, Navigate } from "react-router-dom";
import { withNext } from "@knowhow/ui/features/accounts/entry/useNext.ts";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { ownSignOut } from "@knowhow/ui/client/ownSignOut.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { NotKept } from "@knowhow/ui/components/NotKept.tsx";
import { PageTitle, useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { useAnchor } from "@knowhow/ui/components/useAnchor.ts";
import { useScreenDrawnSoon } from "@knowhow/ui/components/useDrawnSoon.ts";
import { NotificationSection } from "../notifications/NotificationSection.tsx";
import { SettlementsSection } from "../settlements/SettlementsSection.tsx";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { BankSection } from "../accounts/bank/BankSection.tsx";
import { SettlementNotice } from "../accounts/bank/SettlementNotice.tsx";
import { BasicInfoSection } from "./BasicInfoSection.tsx";
import { BoughtContentsSection } from "./BoughtContentsSection.tsx";
import { LeavingSection } from "./LeavingSection.tsx";
import { OwnContentsSection } from "./OwnContentsSection.tsx";
import { Places } from "./Places.tsx";
import { ProfileSkeleton } from "./ProfileSkeleton.tsx";
import { SecuritySection } from "./SecuritySection.tsx";
import { StatisticsSection } from "./StatisticsSection.tsx";

const title = "내 정보";

const PenaltyWay = ({ user }: { user: CurrentUser }) => {
  const sanction = sanctionOf(user);
  return user.warningCount > 0 || sanction ? (
    <Alert
      severity="warning"
      role="status"
      action={
        <Button component={Link} to="/penalty-notice" color="inherit" size="small">
          자세히 보기
        </Button>
      }
    >
      {sanction?.kind === "suspension"
        ? `${formatDateTime(sanction.until)}까지 이용이 정지되었습니다. 그때까지 일부 기능을 이용할 수 없습니다.`
        : `경고를 ${user.warningCount}회 받았습니다.`}
    </Alert>
  ) : null;
};

const LogoutWay = () => (
  <Box sx={{ display: "flex", justifyContent: { xs: "stretch", md: "flex-end" } }}>
    <Button
      component={Link}
      to="/logout"
      {...ownSignOut}
      variant="outlined"
      color="inherit"
      sx={{ width: { xs: "100%", md: "auto" }, minWidth: 160 }}
    >
      로그아웃
    </Button>
  </Box>
);

const column = { display: "grid", gap: { xs: 2, md: 3 }, alignContent: "start", minWidth: 0 } as const;

const Sections = ({ user }: { user: CurrentUser }) => {
  // The library is shown first: nothing is added above it later.
  const isWhole = useScreenDrawnSoon();
  useAnchor(isWhole);
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 380px) minmax(0, 1fr)" },
        gap: { xs: 2, md: 3 },
        alignItems: "start",
      }}
    >
      <Box sx={column}>
        <BasicInfoSection user={user} />
        <Places user={user} />
        <SecuritySection user={user} />
        <NotificationSection user={user} />
      </Box>
      <Box sx={column}>
        <StatisticsSection />
        <OwnContentsSection user={user} />
        <BoughtContentsSection />
        {isWhole ? (
          <NotKept>
            <BankSection user={user} />
            <SettlementsSection
              isScrolled
              action={
                <Button component={Link} to="/seller">
                  판매 현황
                </Button>
              }
            />
            <SettlementNotice />
            <LeavingSection />
            <LogoutWay />
          </NotKept>
        ) : null}
      </Box>
    </Box>
  );
};

const SignedOut = () => {
  useDocumentTitle(title);
  return (
    <EmptyState
      icon={LockOutlined}
      component="h1"
      title="로그인이 필요합니다"
      description="로그인하면 내 정보와 구매한 콘텐츠, 판매 현황을 볼 수 있어요."
      action={
        <>
          <Button component={Link} to={loginPath("/profile")} variant="contained">
            로그인
          </Button>
          <Button component={Link} to={withNext("/register", "/profile")} variant="outlined">
            회원가입
          </Button>
        </>
      }
    />
  );
};

/** The user's profile: basic information, own and bought contents, settlement account. */
export const ProfileScreen = () => {
  const { user, isPending, error, refetch } = useMe();
  if (isPending) return <ProfileSkeleton />;
  if (user === null)
    return error ? (
      <ErrorState
        error={error}
        title="내 정보를 불러오지 못했습니다"
        component="h1"
        onRetry={() => void refetch()}
      />
    ) : (
      <SignedOut />
    );
  // Under a ban nothing of the profile can be read or done.
  if (user.isBanned) return <Navigate to="/penalty-notice" replace />;
  return (
    <Box sx={{ display: "grid", gap: { xs: 2, md: 3 } }}>
      <PageTitle title={title} />
      <PenaltyWay user={user} />
      <Sections user={user} />
    </Box>
  );
};
