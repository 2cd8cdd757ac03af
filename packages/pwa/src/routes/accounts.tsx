import type { RouteObject } from "react-router-dom";
import { comingSoon } from "./screen.tsx";

/** Signing up, in and out, the own profile, the results of a bank account check. */
export const accountRoutes: RouteObject[] = [
  { path: "/login", lazy: comingSoon("로그인") },
  { path: "/register", lazy: comingSoon("회원가입") },
  { path: "/profile", lazy: comingSoon("내 정보") },
  { path: "/logout", lazy: comingSoon("로그아웃") },
  { path: "/account-verify-success", lazy: comingSoon("계좌 인증 결과") },
  { path: "/account-verify-fail", lazy: comingSoon("계좌 인증 결과") },
];
