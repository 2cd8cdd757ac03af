import { AppLayout } from "./features/layout/AppLayout.tsx";
import { RouteErrorScreen } from "@knowhow/ui/features/layout/RouteErrorScreen.tsx";
import { SessionGuard } from "@knowhow/ui/features/layout/SessionGuard.tsx";
import { Navigate, useLocation, useSearchParams, type RouteObject } from "react-router-dom";
import { accountRoutes } from "./routes/accounts.tsx";
import { administrationRoutes } from "./routes/administration.tsx";
import { communityRoutes } from "./routes/community.tsx";
import { chatRoutes } from "./routes/chats.tsx";
import { screen } from "./routes/screen.tsx";
import { tradeRoutes } from "./routes/trade.tsx";

/** Redirects an old path to the present one, with its query. */
const Moved = ({ to }: { to: string }) => (
  <Navigate to={{ pathname: to, search: useLocation().search }} replace />
);

/** The payment page of older links names the content in its query. */
const MovedPayment = () => {
  const contentId = useSearchParams()[0].get("contentId");
  return <Navigate to={contentId ? `/checkout/${encodeURIComponent(contentId)}` : "/market"} replace />;
};

const browsing: RouteObject[] = [
  { index: true, lazy: screen(() => import("./features/home/HomeScreen.tsx"), "HomeScreen") },
  { path: "/market", lazy: screen(() => import("./features/contents/MarketScreen.tsx"), "MarketScreen") },
  {
    path: "/content/:id",
    lazy: screen(() => import("./features/contents/ContentScreen.tsx"), "ContentScreen"),
  },
];

const moved: RouteObject[] = [
  { path: "/auth/login", element: <Moved to="/login" /> },
  { path: "/privacy", element: <Moved to="/privacy-policy" /> },
  { path: "/payment", element: <MovedPayment /> },
];

/** Every screen of the app, each loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <AppLayout />,
    children: [
      {
        element: <SessionGuard />,
        errorElement: <RouteErrorScreen />,
        children: [
          ...browsing,
          ...accountRoutes,
          ...tradeRoutes,
          ...chatRoutes,
          ...communityRoutes,
          ...administrationRoutes,
          ...moved,
          {
            path: "*",
            lazy: screen(() => import("./features/layout/NotFoundScreen.tsx"), "NotFoundScreen"),
          },
        ],
      },
    ],
  },
];
