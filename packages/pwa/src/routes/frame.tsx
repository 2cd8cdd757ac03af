import { RouteErrorScreen } from "@knowhow/ui/features/layout/RouteErrorScreen.tsx";
import { SessionGuard } from "@knowhow/ui/features/layout/SessionGuard.tsx";
import type { RouteObject } from "react-router-dom";
import { AppLayout } from "../features/layout/AppLayout.tsx";

/** Screens in the frame of the app. */
export const inFrame = (children: RouteObject[]): RouteObject[] => [
  {
    element: <AppLayout />,
    children: [{ element: <SessionGuard />, errorElement: <RouteErrorScreen />, children }],
  },
];
