import { AdminChatScreen } from "@knowhow/ui/features/admin/AdminChatScreen.tsx";
import { AlertsScreen } from "@knowhow/ui/features/alerts/AlertsScreen.tsx";
import { SynonymsScreen } from "@knowhow/ui/features/synonyms/SynonymsScreen.tsx";
import { InboxScreen } from "@knowhow/ui/features/admin/InboxScreen.tsx";
import { PayoutsScreen } from "@knowhow/ui/features/admin/payouts/PayoutsScreen.tsx";
import { RefundsScreen } from "@knowhow/ui/features/admin/refunds/RefundsScreen.tsx";
import { TriageScreen } from "@knowhow/ui/features/admin/triage/TriageScreen.tsx";
import { LogoutScreen } from "@knowhow/ui/features/accounts/entry/LogoutScreen.tsx";
import { PenaltyNoticeScreen } from "@knowhow/ui/features/accounts/PenaltyNoticeScreen.tsx";
import { RouteErrorScreen } from "@knowhow/ui/features/layout/RouteErrorScreen.tsx";
import { ownSignOut } from "@knowhow/ui/client/ownSignOut.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { SessionGuard } from "@knowhow/ui/features/layout/SessionGuard.tsx";
import Box from "@mui/material/Box";
import { Navigate, type RouteObject } from "react-router-dom";
import { ElsewhereScreen } from "./ElsewhereScreen.tsx";
import { ServerScreen } from "./ServerScreen.tsx";
import { Shell } from "./Shell.tsx";
import { SignInScreen } from "./SignInScreen.tsx";

/** Where the console begins; a former administrator was told why, and can only leave. */
const Start = () => {
  const { user } = useMe();
  return user && !user.isAdmin ? (
    <Navigate to="/logout" replace {...ownSignOut} />
  ) : (
    <Navigate to="/admin" replace />
  );
};

/** The screens of the console; without a server there is only the one that asks for it. */
export const createRoutes = (server: string | null): RouteObject[] =>
  server === null
    ? [
        {
          path: "*",
          element: (
            <Box component="main" sx={{ p: 3 }}>
              <ServerScreen />
            </Box>
          ),
        },
      ]
    : [
        {
          element: <Shell server={server} />,
          children: [
            {
              element: <SessionGuard />,
              errorElement: <RouteErrorScreen />,
              children: [
                { index: true, element: <Start /> },
                { path: "/login", element: <SignInScreen /> },
                { path: "/logout", element: <LogoutScreen /> },
                { path: "/penalty-notice", element: <PenaltyNoticeScreen /> },
                { path: "/servers", element: <ServerScreen /> },
                // One screen, whichever report is open; the router wants an element of each path.
                {
                  element: <TriageScreen />,
                  children: [
                    { path: "/admin", element: null },
                    { path: "/reports/:reportId", element: null },
                  ],
                },
                { path: "/alerts", element: <AlertsScreen aside={null} /> },
                { path: "/search-synonyms", element: <SynonymsScreen aside={null} /> },
                { path: "/refunds", element: <RefundsScreen aside={null} /> },
                { path: "/payouts", element: <PayoutsScreen aside={null} /> },
                { path: "/admin-chats", element: <InboxScreen back={null} /> },
                { path: "/admin-chat/:chatRoomId", element: <AdminChatScreen /> },
                { path: "*", element: <ElsewhereScreen server={server} /> },
              ],
            },
          ],
        },
      ];
