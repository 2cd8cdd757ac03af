import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

const support = screen(() => import("../features/info/SupportScreen.tsx"), "SupportScreen");

/** Followed mentors, pages of texts, and inquiries. */
export const communityRoutes: RouteObject[] = [
  {
    path: "/following",
    lazy: screen(() => import("../features/mentors/FollowingScreen.tsx"), "FollowingScreen"),
  },
  { path: "/support", lazy: support },
  { path: "/customer-service", lazy: support },
  { path: "/faq", lazy: screen(() => import("../features/info/FaqScreen.tsx"), "FaqScreen") },
  { path: "/terms", lazy: screen(() => import("../features/info/TermsScreen.tsx"), "TermsScreen") },
  {
    path: "/privacy-policy",
    lazy: screen(() => import("../features/info/PrivacyScreen.tsx"), "PrivacyScreen"),
  },
  {
    path: "/user-admin-chats",
    lazy: screen(() => import("../features/inquiries/UserAdminChatsScreen.tsx"), "UserAdminChatsScreen"),
  },
];
