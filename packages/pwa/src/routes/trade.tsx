import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

/** Selling and buying: uploading, drafts, editing, what sales bring, paying, what was paid. */
export const tradeRoutes: RouteObject[] = [
  { path: "/upload", lazy: screen(() => import("@knowhow/ui/selling/UploadScreen.tsx"), "UploadScreen") },
  { path: "/drafts", lazy: screen(() => import("@knowhow/ui/drafts/DraftsScreen.tsx"), "DraftsScreen") },
  {
    path: "/edit-content/:id?",
    lazy: screen(() => import("@knowhow/ui/selling/EditContentScreen.tsx"), "EditContentScreen"),
  },
  { path: "/orders", lazy: screen(() => import("@knowhow/ui/orders/OrdersScreen.tsx"), "OrdersScreen") },
  {
    path: "/orders/:orderNumber",
    lazy: screen(() => import("@knowhow/ui/orders/OrderScreen.tsx"), "OrderScreen"),
  },
  { path: "/seller", lazy: screen(() => import("@knowhow/ui/seller/SellerScreen.tsx"), "SellerScreen") },
  {
    path: "/seller/statement",
    lazy: screen(() => import("@knowhow/ui/seller/StatementScreen.tsx"), "StatementScreen"),
  },
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
