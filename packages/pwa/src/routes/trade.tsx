import type { RouteObject } from "react-router-dom";
import { comingSoon, screen } from "./screen.tsx";

/** Selling and buying: uploading, editing, paying. */
export const tradeRoutes: RouteObject[] = [
  { path: "/upload", lazy: comingSoon("콘텐츠 올리기") },
  { path: "/edit-content/:id", lazy: comingSoon("콘텐츠 수정") },
  {
    path: "/checkout/:id",
    lazy: screen(() => import("@knowhow/ui/orders/CheckoutScreen.tsx"), "CheckoutScreen"),
  },
  {
    path: "/payment-success",
    lazy: screen(() => import("@knowhow/ui/orders/PaymentSuccessScreen.tsx"), "PaymentSuccessScreen"),
  },
  {
    path: "/payment-fail",
    lazy: screen(() => import("@knowhow/ui/orders/PaymentFailScreen.tsx"), "PaymentFailScreen"),
  },
];
