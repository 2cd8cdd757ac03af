import type { RouteObject } from "react-router-dom";
import { screen } from "./screen.tsx";

/** Selling and buying: uploading, drafts, editing, sales, paying, orders. */
export const tradeRoutes: RouteObject[] = [
  { path: "/upload", lazy: screen(() => import("../features/selling/UploadScreen.tsx"), "UploadScreen") },
  { path: "/drafts", lazy: screen(() => import("../features/drafts/DraftsScreen.tsx"), "DraftsScreen") },
  {
    path: "/edit-content/:id?",
    lazy: screen(() => import("../features/selling/EditContentScreen.tsx"), "EditContentScreen"),
  },
  { path: "/library", lazy: screen(() => import("../features/library/LibraryScreen.tsx"), "LibraryScreen") },
  { path: "/wishes", lazy: screen(() => import("../features/library/WishesScreen.tsx"), "WishesScreen") },
  { path: "/orders", lazy: screen(() => import("../features/orders/OrdersScreen.tsx"), "OrdersScreen") },
  {
    path: "/orders/:orderNumber",
    lazy: screen(() => import("../features/orders/OrderScreen.tsx"), "OrderScreen"),
  },
  {
    path: "/read/:contentId/:index",
    lazy: screen(() => import("../features/reading/ReaderScreen.tsx"), "ReaderScreen"),
  },
  { path: "/seller", lazy: screen(() => import("../features/seller/SellerScreen.tsx"), "SellerScreen") },
  {
    path: "/seller/statement",
    lazy: screen(() => import("../features/seller/StatementScreen.tsx"), "StatementScreen"),
  },
  {
    path: "/checkout/:id",
    lazy: screen(() => import("../features/orders/CheckoutScreen.tsx"), "CheckoutScreen"),
  },
  {
    path: "/payment-success",
    lazy: screen(() => import("../features/contents/PaidScreen.tsx"), "PaidScreen"),
  },
  {
    path: "/payment-fail",
    lazy: screen(() => import("../features/orders/PaymentFailScreen.tsx"), "PaymentFailScreen"),
  },
];
