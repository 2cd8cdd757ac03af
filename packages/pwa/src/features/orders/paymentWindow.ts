import type { CurrentUser, OutputOf, orders } from "@knowhow/shared";
import { loadTossPayments } from "@tosspayments/tosspayments-sdk";
import { failReasonOf, knownReasonOf } from "./failReasons.ts";
import type { PayWay } from "./payWay.ts";

type Created = OutputOf<typeof orders.create>;

/** Why the payment window gave no result. */
export type PaymentFailureKind = "cancelled" | "unavailable" | "failed";

/** The window was closed, could not be loaded, or refused the request; with words that may be shown. */
export class PaymentWindowError extends Error {
  readonly kind: PaymentFailureKind;

  constructor(kind: PaymentFailureKind, message: string, cause: unknown) {
    super(message, { cause });
    this.name = "PaymentWindowError";
    this.kind = kind;
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;

const windowFailure = (error: unknown): PaymentWindowError => {
  // A window that never opened has no code of the provider's.
  const { title, message, isCancel } = knownReasonOf(codeOf(error)) ?? failReasonOf("NETWORK_ERROR");
  return isCancel
    ? new PaymentWindowError("cancelled", `${title}.`, error)
    : new PaymentWindowError("failed", `${title}. ${message}`, error);
};

const load = async (clientKey: string, src: string) => {
  try {
    return await loadTossPayments(clientKey, { src });
  } catch (error) {
    // The loader's own errors are about scripts; a buyer can only wait and press again.
    throw new PaymentWindowError(
      "unavailable",
      "결제 서비스를 준비하고 있습니다. 잠시 후 다시 시도해주세요.",
      error,
    );
  }
};

/**
 * Opens the provider's payment window for an order. With a result the page is left for /payment-success or
 * /payment-fail, so this ends only by throwing a PaymentWindowError.
 */
export const openPaymentWindow = async (
  { order, payment }: { order: Created["order"]; payment: NonNullable<Created["payment"]> },
  buyer: Pick<CurrentUser, "name" | "email">,
  way: PayWay,
): Promise<void> => {
  const toss = await load(payment.clientKey, payment.scriptUrl);
  const { origin } = window.location;
  try {
    await toss.payment({ customerKey: payment.customerKey }).requestPayment({
      method: "CARD",
      amount: { currency: "KRW", value: order.amount },
      orderId: order.orderNumber,
      orderName: payment.orderName,
      successUrl: `${origin}/payment-success`,
      failUrl: `${origin}/payment-fail`,
      customerName: buyer.name,
      customerEmail: buyer.email.slice(0, 100),
      ...(way === "CARD" ? {} : { card: { flowMode: "DIRECT", easyPay: way } }),
    });
  } catch (error) {
    throw windowFailure(error);
  }
};
