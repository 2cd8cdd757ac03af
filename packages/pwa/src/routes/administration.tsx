import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

const triage = screen(() => import("../features/admin/triage/TriagePage.tsx"), "TriagePage");

/** The administrators' screens. */
export const administrationRoutes: RouteObject[] = [
  { path: "/admin", lazy: screen(() => import("../features/admin/AdminScreen.tsx"), "AdminScreen") },
  // One screen for all reports, so that it stays when another is opened; the router wants an element of each path.
  {
    lazy: triage,
    children: [
      { path: "/reports", element: null },
      { path: "/reports/:reportId", element: null },
    ],
  },
  {
    path: "/alerts",
    lazy: screen(() => import("@knowhow/ui/features/alerts/AlertsScreen.tsx"), "AlertsScreen"),
  },
  {
    path: "/search-synonyms",
    lazy: screen(() => import("@knowhow/ui/features/synonyms/SynonymsScreen.tsx"), "SynonymsScreen"),
  },
  {
    path: "/refunds",
    lazy: screen(() => import("@knowhow/ui/features/admin/refunds/RefundsScreen.tsx"), "RefundsScreen"),
  },
  {
    path: "/payouts",
    lazy: screen(() => import("@knowhow/ui/features/admin/payouts/PayoutsScreen.tsx"), "PayoutsScreen"),
  },
  {
    path: "/admin-chats",
    lazy: screen(() => import("@knowhow/ui/features/admin/InboxScreen.tsx"), "InboxScreen"),
  },
  {
    path: "/admin-chat/:chatRoomId",
    lazy: screen(() => import("@knowhow/ui/features/admin/AdminChatScreen.tsx"), "AdminChatScreen"),
  },
];
