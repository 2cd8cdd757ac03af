import type { CurrentUser } from "@knowhow/shared";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { RefundCount } from "@knowhow/ui/features/admin/refunds/RefundCount.tsx";
import { DecisionBar } from "@knowhow/ui/features/admin/triage/DecisionBar.tsx";
import {
  DecisionsProvider,
  useDecisions,
  useMade,
} from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { StaffKeys } from "@knowhow/ui/features/admin/triage/StaffKeys.tsx";
import { useAdminNotices } from "@knowhow/ui/features/alerts/useAdminNotices.ts";
import { AlertCount } from "@knowhow/ui/features/alerts/AlertCount.tsx";
import { useAlertNotices } from "@knowhow/ui/features/alerts/useAlertNotices.ts";
import { ServerNotice } from "@knowhow/ui/features/admin/ServerNotice.tsx";
import { ownSignOut } from "@knowhow/ui/client/ownSignOut.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { SessionKeeper } from "@knowhow/ui/features/layout/SessionKeeper.tsx";
import { OutboxKeeper } from "@knowhow/ui/device/outbox/OutboxKeeper.tsx";
import { WaitingNotice } from "@knowhow/ui/device/outbox/WaitingNotice.tsx";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, Outlet, useLocation } from "react-router-dom";
import { bridge } from "./bridge.ts";
import { unkept } from "./memory.ts";
import { NoServerScreen } from "./NoServerScreen.tsx";

const places = [
  { to: "/admin", label: "신고" },
  { to: "/admin-chats", label: "문의" },
  { to: "/refunds", label: "환불" },
  { to: "/payouts", label: "정산" },
  { to: "/alerts", label: "알림" },
  { to: "/search-synonyms", label: "동의어" },
] as const;

/** A report is a place of its own, under the list of reports. */
const isAt = (to: string, pathname: string): boolean =>
  pathname === to ||
  (to === "/admin" && pathname.startsWith("/reports/")) ||
  (to === "/admin-chats" && pathname.startsWith("/admin-chat/"));

/** An administrator without a sanction: under one the server refuses them too. */
const isAtWork = (user: CurrentUser | null): user is CurrentUser =>
  user?.isAdmin === true && sanctionOf(user) === undefined;

/** Announces news while an administrator is signed in. */
const Notices = () => {
  useAdminNotices();
  useAlertNotices();
  return null;
};

const useReadyVersion = (): string | undefined => {
  const [version, setVersion] = useState<string>();
  useEffect(() => bridge.on.updateReady((ready) => setVersion(ready.version)), []);
  return version;
};

/** Tells the main process of decisions that have not arrived: it asks before the page goes, and may have them sent. */
const UnsentDecisions = () => {
  const decisions = useDecisions();
  const all = useMade();
  const count = all.length;
  const failed = all.filter(({ state }) => state === "failed").length;
  useEffect(() => {
    void bridge.decisions.unsent({ count, failed });
  }, [count, failed]);
  useEffect(
    () => () => {
      void bridge.decisions.unsent({ count: 0, failed: 0 });
    },
    [],
  );
  useEffect(
    () =>
      bridge.on.sendDecisions(() => {
        for (const { id, state } of decisions.list()) if (state === "held") void decisions.sendNow(id);
      }),
    [decisions],
  );
  return null;
};

/** Warns that closing the console would lose unsent text. */
const UnkeptWords = () => {
  const isUnkept = useSyncExternalStore(unkept.subscribe, unkept.getSnapshot);
  return isUnkept ? (
    <Alert severity="warning" role="status" square>
      쓰던 글을 이 컴퓨터에 저장하지 못하고 있어요. 콘솔을 종료하면 사라져요.
    </Alert>
  ) : null;
};

const VersionWords = () => {
  const version = useReadyVersion();
  return version === undefined ? null : (
    <Alert
      severity="info"
      role="status"
      square
      action={
        <Button color="inherit" size="small" onClick={() => void bridge.app.update()}>
          다시 시작
        </Button>
      }
    >
      새 버전 {version}이 준비되었어요.
    </Alert>
  );
};

/** Notices about the console itself; the network has its own banner. */
const Words = () => (
  <>
    <UnkeptWords />
    <VersionWords />
  </>
);

const Places = () => {
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label="주 메뉴" sx={{ display: "flex", flexWrap: "wrap", columnGap: 0.5 }}>
      {places.map(({ to, label }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          color="inherit"
          aria-current={isAt(to, pathname) ? "page" : undefined}
          sx={{ "&[aria-current]": { color: "primary.main", fontWeight: 700 } }}
        >
          {label}
          {to === "/refunds" ? <RefundCount /> : null}
          {to === "/alerts" ? <AlertCount /> : null}
        </Button>
      ))}
    </Box>
  );
};

const Bar = ({ server }: { server: string }) => {
  const { user } = useMe();
  return (
    <Box
      component="header"
      sx={{
        display: "flex",
        // A small window, or large text, has two lines of it.
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 2,
        minHeight: 56,
        px: 3,
        borderBottom: "1px solid",
        borderColor: "divider",
        bgcolor: "background.paper",
      }}
    >
      <Typography sx={{ fontWeight: 800 }}>노하우 콘솔</Typography>
      {isAtWork(user) ? <Places /> : null}
      <Typography variant="body2" color="textSecondary" sx={{ ml: "auto" }}>
        {server}
      </Typography>
      {isAtWork(user) ? <StaffKeys home="/admin" /> : null}
      {user ? (
        <>
          <Typography variant="body2">{user.nickname}</Typography>
          <Button component={Link} to="/logout" {...ownSignOut} color="inherit" size="small">
            로그아웃
          </Button>
        </>
      ) : null}
    </Box>
  );
};

/** Screens that need no session. */
const open: ReadonlySet<string> = new Set(["/servers", "/login", "/logout"]);

/** Why the viewer is unknown: the server has not answered about the session. During a retry, the last error. */
const useLost = () => {
  const { data, error, refetch } = useMe();
  const { pathname } = useLocation();
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined || last === null || open.has(pathname)) return undefined;
  return { error: last, onRetry: () => void refetch() };
};

const Window = ({ server, isAdmin }: { server: string; isAdmin: boolean }) => {
  const lost = useLost();
  return (
    <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh" }}>
      <SessionKeeper />
      <OutboxKeeper />
      {isAdmin ? <Notices /> : null}
      <Bar server={server} />
      <Words />
      <WaitingNotice />
      <ServerNotice />
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{ flex: 1, minHeight: 0, overflowY: "auto", width: "100%", px: 3, py: 3, outline: "none" }}
      >
        {lost ? <NoServerScreen server={server} {...lost} /> : <Outlet />}
      </Box>
      {isAdmin ? (
        <>
          <UnsentDecisions />
          <DecisionBar />
        </>
      ) : null}
    </Box>
  );
};

/** What stays from screen to screen in the console's window. */
export const Shell = ({ server }: { server: string }) => {
  const { user, isPending } = useMe();
  const isNobodyThere = !isPending && !isAtWork(user);
  useEffect(() => {
    // Notifications quote people.
    if (isNobodyThere) void bridge.notices.clear();
  }, [isNobodyThere]);
  return isAtWork(user) ? (
    <DecisionsProvider key={user.id} personId={user.id}>
      <Window server={server} isAdmin />
    </DecisionsProvider>
  ) : (
    <Window server={server} isAdmin={false} />
  );
};
