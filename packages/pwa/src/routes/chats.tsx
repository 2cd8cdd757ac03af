import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

/** The talks of buyers and sellers. */
export const chatRoutes: RouteObject[] = [
  {
    path: "/chat",
    lazy: screen(() => import("../features/chats/ChatRoomsScreen.tsx"), "ChatRoomsScreen"),
  },
  {
    path: "/chat/:roomId",
    lazy: screen(() => import("../features/chats/ChatRoomScreen.tsx"), "ChatRoomScreen"),
  },
];
