import { AppError } from "@knowhow/shared";
import { ConnectionError } from "@knowhow/ui/components/failure.ts";

/** The values that the provider's redirect has about a payment. */
export interface PaymentResult {
  paymentKey: string;
  orderId: string;
  amount: number;
}

/** Reads the three values of /payment-success; undefined when one is missing or can not be right. */
export const readPaymentResult = (query: URLSearchParams): PaymentResult | undefined => {
  const paymentKey = query.get("paymentKey") ?? "";
  const orderId = query.get("orderId") ?? "";
  const amount = query.get("amount") ?? "";
  if (paymentKey === "" || orderId === "" || !/^\d{1,15}$/.test(amount)) return undefined;
  return { paymentKey, orderId, amount: Number(amount) };
};

/** Codes after which it is certain that this order will not be charged. */
const refusals: readonly AppError["code"][] = [
  "PAYMENT_REFUSED", "ORDER_FAILED", "ORDER_EXPIRED", "ALREADY_PURCHASED",
]; // oxfmt-ignore

export type ConfirmFailure = "undecided" | "refused" | "wrong";

/**
 * Sorts a failed confirmation: `undecided` (the buyer may have been charged, ask again), `refused` (certainly not
 * charged for this order, may be paid again), `wrong` (the values do not belong to an order of this buyer).
 */
export const confirmFailureOf = (error: Error): ConfirmFailure => {
  if (!(error instanceof AppError)) return "undecided";
  if (refusals.includes(error.code)) return "refused";
  const mayChange = error.status >= 500 || error.status === 429;
  return mayChange || error.code === "PAYMENT_PENDING" || error.code === "IN_PROGRESS"
    ? "undecided"
    : "wrong";
};

/** Seconds before the next try; `retryAfter` of the server where it is longer. Together about a minute. */
const waits = [2, 3, 5, 8, 12, 15, 15] as const;

/** How often an undecided confirmation is retried automatically. */
export const automaticRetries = waits.length;

/** Milliseconds before try number `failures` + 1. */
export const retryDelayOf = (failures: number, error: Error): number => {
  const wanted = error instanceof AppError ? (error.details.retryAfter ?? 0) : 0;
  // After a lost connection a retry comes soon.
  const own = error instanceof ConnectionError ? 3 : (waits[failures] ?? 15);
  return Math.max(own, Math.min(wanted, 60)) * 1000;
};
