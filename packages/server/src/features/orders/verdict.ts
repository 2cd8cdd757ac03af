import type { TossPayment } from "../../gateways/toss.ts";
import type { Order } from "./Order.ts";

/**
 * A payment's meaning for an order. `charged`: the order's amount, whole. `differs`: unexplained money, for an
 * administrator. `ended`: nothing is or will be charged. `open`: undecided. `foreign`: another order's payment.
 */
type Verdict = "charged" | "differs" | "ended" | "open" | "foreign";

/** Judges a payment by its state at the provider. */
export const verdictOf = (order: Pick<Order, "orderNumber" | "amount">, payment: TossPayment): Verdict => {
  if (payment.orderId !== order.orderNumber) return "foreign";
  switch (payment.status) {
    case "DONE":
      return payment.currency === "KRW" && payment.totalAmount === order.amount ? "charged" : "differs";
    case "PARTIAL_CANCELED":
      return payment.balanceAmount === 0 ? "ended" : "differs";
    case "ABORTED":
    case "EXPIRED":
    case "CANCELED":
      return "ended";
    default:
      return "open";
  }
};
