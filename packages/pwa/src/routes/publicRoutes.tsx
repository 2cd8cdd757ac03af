import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

/** Home, market, a content and a mentor: the server renders them for visitors (`shared/publicPages.ts` has their reads). */
export const publicRoutes: RouteObject[] = [
  { index: true, lazy: screen(() => import("../features/home/HomeScreen.tsx"), "HomeScreen") },
  { path: "/market", lazy: screen(() => import("../features/contents/MarketScreen.tsx"), "MarketScreen") },
  {
    path: "/content/:id",
    lazy: screen(() => import("../features/contents/ContentScreen.tsx"), "ContentScreen"),
  },
  {
    path: "/mentors/:id",
    lazy: screen(() => import("../features/mentors/MentorScreen.tsx"), "MentorScreen"),
  },
];
