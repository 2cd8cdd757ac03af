import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

const support = screen(() => import("@knowhow/ui/info/SupportScreen.tsx"), "SupportScreen");

/** Pages to read, and the ways to the administrators. */
export const communityRoutes: RouteObject[] = [
  { path: "/support", lazy: support },
  { path: "/customer-service", lazy: support },
  { path: "/faq", lazy: screen(() => import("@knowhow/ui/info/FaqScreen.tsx"), "FaqScreen") },
  { path: "/terms", lazy: screen(() => import("@knowhow/ui/info/TermsScreen.tsx"), "TermsScreen") },
  {
    path: "/privacy-policy",
    lazy: screen(() => import("@knowhow/ui/info/PrivacyScreen.tsx"), "PrivacyScreen"),
  },
  {
    path: "/user-admin-chats",
    lazy: screen(() => import("@knowhow/ui/inquiries/UserAdminChatsScreen.tsx"), "UserAdminChatsScreen"),
  },
];
