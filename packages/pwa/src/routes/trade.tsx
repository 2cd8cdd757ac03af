import type { RouteObject } from "react-router-dom";
import { comingSoon } from "./screen.tsx";

/** Selling and buying: uploading, editing, paying. */
export const tradeRoutes: RouteObject[] = [
  { path: "/upload", lazy: comingSoon("콘텐츠 올리기") },
  { path: "/edit-content/:id", lazy: comingSoon("콘텐츠 수정") },
  { path: "/checkout/:id", lazy: comingSoon("결제") },
  { path: "/payment-success", lazy: comingSoon("결제 완료") },
  { path: "/payment-fail", lazy: comingSoon("결제 실패") },
];
