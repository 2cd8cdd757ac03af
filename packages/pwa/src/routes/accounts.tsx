import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

const bankResults = () => import("../features/accounts/bank/AccountVerifyScreen.tsx");

/** Signing up, in and out, the profile, the results of a bank account check. */
export const accountRoutes: RouteObject[] = [
  { path: "/login", lazy: screen(() => import("../features/accounts/entry/LoginScreen.tsx"), "LoginScreen") },
  {
    path: "/register",
    lazy: screen(() => import("../features/accounts/entry/RegisterScreen.tsx"), "RegisterScreen"),
  },
  {
    path: "/find-account",
    lazy: screen(() => import("../features/accounts/recovery/FindAccountScreen.tsx"), "FindAccountScreen"),
  },
  {
    path: "/logout",
    lazy: screen(() => import("@knowhow/ui/features/accounts/entry/LogoutScreen.tsx"), "LogoutScreen"),
  },
  {
    path: "/profile",
    lazy: screen(() => import("../features/profile/ProfileScreen.tsx"), "ProfileScreen"),
  },
  {
    path: "/penalty-notice",
    lazy: screen(
      () => import("@knowhow/ui/features/accounts/PenaltyNoticeScreen.tsx"),
      "PenaltyNoticeScreen",
    ),
  },
  { path: "/account-verify-success", lazy: screen(bankResults, "AccountVerifySuccessScreen") },
  { path: "/account-verify-fail", lazy: screen(bankResults, "AccountVerifyFailScreen") },
];
