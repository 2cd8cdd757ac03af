import { Navigate, useLocation, useSearchParams, type RouteObject } from "react-router-dom";
import { accountRoutes } from "./routes/accounts.tsx";
import { administrationRoutes } from "./routes/administration.tsx";
import { communityRoutes } from "./routes/community.tsx";
import { chatRoutes } from "./routes/chats.tsx";
import { inFrame } from "./routes/frame.tsx";
import { publicRoutes } from "./routes/publicRoutes.tsx";
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

const moved: RouteObject[] = [
  { path: "/auth/login", element: <Moved to="/login" /> },
  { path: "/privacy", element: <Moved to="/privacy-policy" /> },
  { path: "/payment", element: <MovedPayment /> },
];

/** Every screen of the app, each loaded when it is first opened. */
export const routes: RouteObject[] = inFrame([
  ...publicRoutes,
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
]);
