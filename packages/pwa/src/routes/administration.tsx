import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

/** What administrators work at. */
export const administrationRoutes: RouteObject[] = [
  { path: "/admin", lazy: screen(() => import("@knowhow/ui/admin/AdminScreen.tsx"), "AdminScreen") },
  { path: "/admin-chats", lazy: screen(() => import("@knowhow/ui/admin/InboxScreen.tsx"), "InboxScreen") },
  {
    path: "/admin-chat/:chatRoomId",
    lazy: screen(() => import("@knowhow/ui/admin/AdminChatScreen.tsx"), "AdminChatScreen"),
  },
];
