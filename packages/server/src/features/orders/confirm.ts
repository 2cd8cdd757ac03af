import { AppError, type InputOf, type orders, type Purchase } from "@knowhow/shared";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { claimOrder } from "./claim.ts";
import type { Order } from "./Order.ts";
import { captureOrder } from "./outcome.ts";
import { findOwnOrder, purchaseOf } from "./queries.ts";

type Form = InputOf<typeof orders.confirm>["body"];

const waitMs = 10_000;
const lookEveryMs = 150;

/** The error of a failed order: the provider's refusal under the given code, or our own obstacle. */
const failureOf = (order: Order, code: "PAYMENT_REFUSED" | "ORDER_FAILED"): AppError => {
  const { failureCode } = order;
  const details = {
    ...(order.failureMessage === null ? {} : { message: order.failureMessage }),
    ...(failureCode === null ? {} : { extra: { reason: failureCode } }),
  };
  return failureCode === "NOT_FOUND" || failureCode === "ALREADY_PURCHASED"
    ? new AppError(failureCode, details)
    : new AppError(code, details);
};

/** Why a charge did not become a purchase, for its buyer: by the obstacle that the order keeps as its failure code. */
const returnedFailure = ({ failureCode }: Order): AppError => {
  if (failureCode === "ALREADY_PURCHASED") return new AppError("ALREADY_PURCHASED");
  const reason = failureCode === "NOT_FOUND" ? "판매가 종료된 콘텐츠입니다." : "구매를 완료할 수 없습니다.";
  return new AppError("NOT_FOUND", { message: `${reason} 결제 금액은 자동으로 취소됩니다.` });
};

/** The answer that an order's state already gives; undefined while it can still be paid. */
const answerOf = async (order: Order): Promise<Purchase | undefined> => {
  if (order.paidAt !== null) return purchaseOf(order);
  switch (order.status) {
    case "failed":
      throw failureOf(order, "ORDER_FAILED");
    case "expired":
      throw new AppError("ORDER_EXPIRED");
    case "refunding":
    case "refunded":
      // Charged, but no longer for sale, or not to this buyer: the money goes back.
      throw returnedFailure(order);
    default:
      return undefined;
  }
};

/** Waits for another caller who is confirming this order; gives up after ten seconds with PAYMENT_PENDING. */
const waitForOther = async (buyerId: string, orderNumber: string): Promise<Purchase> => {
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    const order = await findOwnOrder(buyerId, orderNumber);
    if (order.status === "failed") throw failureOf(order, "PAYMENT_REFUSED");
    const answer = await answerOf(order);
    if (answer) return answer;
    // The lease was released: its holder got no decisive answer from the provider.
    if (order.status === "confirming" && order.confirmLeaseUntil === null)
      throw new AppError("PROVIDER_ERROR", { retryAfter: 2 });
    await sleep(lookEveryMs);
  }
  throw new AppError("PAYMENT_PENDING", { retryAfter: 3 });
};

/**
 * Confirms a payment: charges once, however often and from however many places it is called, and gives each caller the
 * same answer. The amounts are compared before the provider is asked.
 */
export const confirmPayment = async (deps: Deps, buyerId: string, form: Form): Promise<Purchase> => {
  const order = await findOwnOrder(buyerId, form.orderId);
  if (form.amount !== order.amount) throw new AppError("AMOUNT_MISMATCH");
  if (order.amount === 0)
    throw new AppError("VALIDATION", { fields: { orderId: "무료 콘텐츠는 결제가 필요하지 않습니다." } });
  const known = await answerOf(order);
  if (known) return known;
  // The claim is inside the turn: an order whose call would not be sent stays unchanged, and can be tried again.
  const turn = await deps.toss.inTurn(async () => {
    const claimed = await claimOrder(deps, order.id, form.paymentKey);
    return claimed && captureOrder(deps, claimed, "buyer");
  });
  if (!turn) throw new AppError("PROVIDER_ERROR", { retryAfter: 2 });
  const outcome = turn.value;
  if (outcome === undefined) return waitForOther(buyerId, form.orderId);
  const current = await findOwnOrder(buyerId, form.orderId);
  if (outcome === "failed") throw failureOf(current, "PAYMENT_REFUSED");
  const answer = outcome === "undecided" ? undefined : await answerOf(current);
  if (answer) return answer;
  throw new AppError("PROVIDER_ERROR", { retryAfter: 2 });
};
