import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import type { CurrentUser } from "@knowhow/shared";
import { useId, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { AlertCount } from "@knowhow/ui/features/alerts/AlertCount.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { AdminOnly } from "@knowhow/ui/features/admin/AdminOnly.tsx";
import { NoticesButton } from "./NoticesButton.tsx";
import { RefundCount } from "@knowhow/ui/features/admin/refunds/RefundCount.tsx";
import { DecisionsProvider } from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { ReportTab } from "./ReportTab.tsx";
import { RoomTab } from "./RoomTab.tsx";
import { useDashboardNews, useTabCounts, type Counts } from "@knowhow/ui/features/admin/useReports.ts";

const tabs = [
  {
    name: "pending",
    label: "대기 중 신고",
    panel: (user) => <ReportTab key="pending" filter="pending" user={user} />,
  },
  {
    name: "processed",
    label: "처리된 신고",
    panel: (user) => <ReportTab key="processed" filter="processed" user={user} />,
  },
  { name: "results", label: "신고 결과 채팅", panel: () => <RoomTab key="results" kind="results" /> },
  { name: "penalties", label: "제재 안내 채팅", panel: () => <RoomTab key="penalties" kind="penalties" /> },
] as const satisfies readonly { name: string; label: string; panel: (user: CurrentUser) => ReactNode }[];

interface CountersProps {
  counts: Counts | undefined;
}

/** Open reports are listed by what they are about, decided ones each for itself. */
const unitOf = { all: "신고 수", pending: "대상 수", processed: "신고 수 · 검토중은 대상 수" } as const;

/** How many reports there are, and how many rows each tab has. */
export const Counters = ({ counts }: CountersProps) => (
  <Box
    component="dl"
    sx={{ m: 0, display: "grid", gridTemplateColumns: "repeat(3, minmax(0, 1fr))", gap: { xs: 1, md: 2 } }}
  >
    {[
      { label: "전체 신고", count: counts?.all, unit: unitOf.all },
      { label: "대기중", count: counts?.pending, unit: unitOf.pending, voices: counts?.voices },
      { label: "처리됨", count: counts?.processed, unit: unitOf.processed },
    ].map(({ label, count, unit, voices }) => (
      <Card key={label} sx={{ p: { xs: 1.5, md: 2 } }}>
        <Typography component="dt" variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
          {count === undefined ? <Skeleton width="3ch" /> : `${count.toLocaleString("ko-KR")}건`}
        </Typography>
        <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
          {unit}
          {voices === undefined ? "" : ` · 신고 ${voices.toLocaleString("ko-KR")}건`}
        </Typography>
      </Card>
    ))}
  </Box>
);

const Dashboard = ({ user }: { user: CurrentUser }) => {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ name }) => name === search.get("tab")) ?? tabs[0];
  const counts = useTabCounts();
  useDashboardNews();
  return (
    <>
      <Counters counts={counts} />
      <Tabs
        value={tab.name}
        onChange={(_, name: string) => setSearch({ tab: name }, { replace: true, preventScrollReset: true })}
        variant="scrollable"
        aria-label="관리 목록"
        sx={{ borderBottom: "1px solid", borderColor: "divider" }}
      >
        {tabs.map(({ name, label }) => (
          <Tab
            key={name}
            value={name}
            label={label}
            id={`${id}-tab-${name}`}
            aria-controls={`${id}-panel-${name}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel-${tab.name}`} aria-labelledby={`${id}-tab-${tab.name}`}>
        {tab.panel(user)}
      </Box>
    </>
  );
};

const Waiting = () => (
  <Box role="status" aria-label="관리자 화면을 불러오는 중" sx={{ display: "grid", gap: 2 }}>
    <Skeleton variant="rounded" height={88} />
    <Skeleton variant="rounded" height={48} />
    <Skeleton variant="rounded" height={320} />
  </Box>
);

/** /admin: pending reports, processed ones, and the conversations about them. */
export const AdminScreen = () => (
  <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
    <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: 1.5 }}>
      <PageTitle title="관리자 대시보드" description="신고를 검토하고 처리해요." />
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "start", gap: 1 }}>
        <NoticesButton />
        <Button component={Link} to="/refunds" variant="outlined">
          환불
          <RefundCount />
        </Button>
        <Button component={Link} to="/payouts" variant="outlined">
          정산 관리
        </Button>
        <Button component={Link} to="/alerts" variant="outlined">
          확인할 알림
          <AlertCount />
        </Button>
        <Button component={Link} to="/search-synonyms" variant="outlined">
          검색 동의어
        </Button>
        <Button component={Link} to="/admin-chats" variant="outlined">
          관리자 채팅
        </Button>
        <Button
          component={Link}
          to="/reports"
          variant="contained"
          sx={{ display: { xs: "none", md: "inline-flex" } }}
        >
          키보드로 처리
        </Button>
      </Box>
    </Box>
    <AdminOnly skeleton={<Waiting />}>
      {(user) => (
        <DecisionsProvider key={user.id} personId={user.id}>
          <Dashboard user={user} />
        </DecisionsProvider>
      )}
    </AdminOnly>
  </Box>
);
