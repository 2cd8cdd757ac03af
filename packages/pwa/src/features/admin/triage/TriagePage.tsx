import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { useMe } from "@knowhow/ui/client/session.ts";
import { RefundCount } from "@knowhow/ui/features/admin/refunds/RefundCount.tsx";
import { ServerNotice } from "@knowhow/ui/features/admin/ServerNotice.tsx";
import { DecisionsProvider } from "@knowhow/ui/features/admin/triage/DecisionsProvider.tsx";
import { WebKeys } from "@knowhow/ui/features/admin/triage/StaffKeys.tsx";
import { TriageScreen } from "@knowhow/ui/features/admin/triage/TriageScreen.tsx";

const home = "/reports";

/** The link back to the dashboard, and the keys. */
const Ways = () => (
  <Box sx={{ display: { xs: "none", md: "flex" }, gap: 1 }}>
    <WebKeys />
    <Button component={Link} to="/refunds" variant="outlined" color="inherit">
      환불
      <RefundCount />
    </Button>
    <Button component={Link} to="/admin" variant="outlined" color="inherit">
      관리자 대시보드
    </Button>
  </Box>
);

/** /reports of the web app: the console's two panes below the top bar. */
export const TriagePage = () => {
  const { user } = useMe();
  const screen = <TriageScreen home={home} aside={user?.isAdmin ? <Ways /> : null} />;
  return (
    <>
      <ServerNotice />
      <Box sx={{ height: { md: "max(30rem, calc(100dvh - 8.5rem - var(--kh-banner, 0px)))" } }}>
        {user ? (
          // The screen itself sends away users who are no administrators.
          <DecisionsProvider key={user.id} personId={user.id}>
            {screen}
          </DecisionsProvider>
        ) : (
          screen
        )}
      </Box>
    </>
  );
};
