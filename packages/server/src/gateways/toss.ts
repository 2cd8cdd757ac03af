import type { Config } from "../config.ts";
import { isRecord, openTossLine, type TossAnswer, type TossLine } from "./tossCall.ts";
import { createTossPayouts, type TossPayouts } from "./tossPayouts.ts";
import { createSeal } from "./tossSeal.ts";

export { tellsNothing, type TossAnswer } from "./tossCall.ts";

/** A payment as the provider tells it; only the fields that decide anything. */
export interface TossPayment {
  paymentKey: string;
  orderId: string;
  status:
    | "READY"
    | "IN_PROGRESS"
    | "WAITING_FOR_DEPOSIT"
    | "DONE"
    | "CANCELED"
    | "PARTIAL_CANCELED"
    | "ABORTED"
    | "EXPIRED";
  totalAmount: number;
  balanceAmount: number;
  currency: string;
  method: string | null;
  card: object | null;
  /** Whose account paid; what its points took off is part of the total, which alone is compared. */
  easyPay?: { provider: string } | null;
  receipt: { url: string } | null;
  cancels: { cancelAmount: number; transactionKey: string; cancelReason?: string | null }[] | null;
}

/** One movement of money at the provider: a charge, or a cancel of all or part of one. */
export interface TossTransaction {
  transactionKey: string;
  paymentKey: string;
  orderId: string;
  /** `DONE` for a charge, `CANCELED` and `PARTIAL_CANCELED` for a cancel; any other status moved no money. */
  status: string;
  amount: number;
}

/** A stretch of the provider's time, both ends within: `2026-11-21T00:00:00` in Korea. */
interface Period {
  startDate: string;
  endDate: string;
}

/**
 * The payment provider's REST calls that the product makes. None of them throws. After failures in a row the provider is
 * left alone for a moment: calls are then not sent, which is an unknown answer like any other. A confirm is always sent,
 * since its order has been claimed by then; `inTurn` is where it is refused. Payouts are left alone by themselves.
 */
export interface TossGateway {
  /** Whether a call would be sent now. */
  isReachable(): boolean;
  /**
   * Does work that will confirm, when there is room for it among the calls that are under way; undefined, with nothing
   * done, while the provider is left alone or there are too many in front.
   */
  inTurn: TossLine["inTurn"];
  confirm(
    payment: { paymentKey: string; orderId: string; amount: number },
    idempotencyKey: string,
  ): Promise<TossAnswer<TossPayment>>;
  paymentByKey(paymentKey: string): Promise<TossAnswer<TossPayment>>;
  paymentByOrder(orderId: string): Promise<TossAnswer<TossPayment>>;
  cancel(paymentKey: string, reason: string, idempotencyKey: string): Promise<TossAnswer<TossPayment>>;
  cashReceipt(
    request: { orderId: string; orderName: string; amount: number; customerIdentityNumber: string },
    idempotencyKey: string,
  ): Promise<TossAnswer<{ receiptKey: string }>>;
  cancelCashReceipt(receiptKey: string, idempotencyKey: string): Promise<TossAnswer<{ receiptKey: string }>>;
  /** The movements of a period, oldest first, those after the movement `startingAfter`; fewer than `limit`: the last. */
  transactions(
    period: Period,
    page: { limit: number; startingAfter?: string | undefined },
  ): Promise<TossAnswer<TossTransaction[]>>;
  payouts: TossPayouts;
  /** Whether the account belongs to the holder. */
  verifyHolder(account: {
    bankCode: string;
    accountNumber: string;
    holderName: string;
  }): Promise<TossAnswer<{ isValid: boolean }>>;
}

/** Refusals that mean "not now": the outcome of the call is not decided by them. */
const retryable = new Set([
  "PROVIDER_ERROR",
  "COMMON_ERROR",
  "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING",
  "FAILED_INTERNAL_SYSTEM_PROCESSING",
  "FAILED_REFUND_PROCESS",
  "UNKNOWN_PAYMENT_ERROR",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
]);

/** Tells whether a refusal is definite but worth another try under a new idempotency key. */
export const isRetryable = (code: string): boolean => retryable.has(code);

/** Refusals that say that something was charged before, or is being charged. */
const contradicting = new Set(["ALREADY_PROCESSED_PAYMENT", "DUPLICATED_ORDER_ID"]);

/** Tells whether a refused confirm means that nothing was charged and nothing will be. */
export const isDefiniteNo = (code: string): boolean => !isRetryable(code) && !contradicting.has(code);

/** A title as the name of an order: at most 100 UTF-16 units, as the provider counts, and no half of a pair. */
export const orderNameOf = (title: string): string => title.slice(0, 100).replace(/[\ud800-\udbff]$/, "");

/** How a buyer calls the means of a payment: the name of the easy-pay service, where it was one. */
export const meansOf = ({ method, easyPay }: Pick<TossPayment, "method" | "easyPay">): string | null => {
  const provider: unknown = easyPay?.provider;
  return typeof provider === "string" && provider !== "" ? provider.slice(0, 40) : method;
};

const isPayment = (body: unknown): body is TossPayment =>
  isRecord(body) &&
  typeof body["paymentKey"] === "string" &&
  typeof body["orderId"] === "string" &&
  typeof body["status"] === "string" &&
  typeof body["totalAmount"] === "number";

const isTransaction = (value: unknown): value is TossTransaction =>
  isRecord(value) &&
  typeof value["transactionKey"] === "string" &&
  typeof value["paymentKey"] === "string" &&
  typeof value["orderId"] === "string" &&
  typeof value["status"] === "string" &&
  typeof value["amount"] === "number";

const areTransactions = (body: unknown): body is TossTransaction[] =>
  Array.isArray(body) && body.every(isTransaction);

const hasReceiptKey = (body: unknown): body is { receiptKey: string } =>
  isRecord(body) && typeof body["receiptKey"] === "string";

const holderResult = (body: unknown): body is { entityBody: { isValid: boolean } } =>
  isRecord(body) && isRecord(body["entityBody"]) && typeof body["entityBody"]["isValid"] === "boolean";

/** Talks to Toss Payments, or to its stand-in: the same protocol, another base address. */
export const createTossGateway = (
  { secretKey, securityKey }: Pick<Config["toss"], "secretKey" | "securityKey">,
  apiBase: () => string,
  options: Parameters<typeof openTossLine>[2] = {},
): TossGateway => {
  const line = openTossLine(secretKey, apiBase, options);
  // A line of their own: purchases go on while payouts fail.
  const payoutLine = openTossLine(secretKey, apiBase, options);
  const read = (path: string) => line.call({ method: "GET", path, accepts: isPayment });
  return {
    payouts: createTossPayouts(payoutLine, createSeal(securityKey)),
    isReachable: () => line.isReachable(),
    inTurn: (work) => line.inTurn(work),
    confirm: (body, idempotencyKey) =>
      line.call({
        method: "POST",
        path: "/v1/payments/confirm",
        body,
        idempotencyKey,
        accepts: isPayment,
        always: true,
      }),
    paymentByKey: (paymentKey) => read(`/v1/payments/${encodeURIComponent(paymentKey)}`),
    paymentByOrder: (orderId) => read(`/v1/payments/orders/${encodeURIComponent(orderId)}`),
    cancel: (paymentKey, cancelReason, idempotencyKey) =>
      line.call({
        method: "POST",
        path: `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
        body: { cancelReason },
        idempotencyKey,
        accepts: isPayment,
      }),
    cashReceipt: (request, idempotencyKey) =>
      line.call({
        method: "POST",
        path: "/v1/cash-receipts",
        body: { ...request, type: "소득공제" },
        idempotencyKey,
        accepts: hasReceiptKey,
      }),
    cancelCashReceipt: (receiptKey, idempotencyKey) =>
      line.call({
        method: "POST",
        path: `/v1/cash-receipts/${encodeURIComponent(receiptKey)}/cancel`,
        body: {},
        idempotencyKey,
        accepts: hasReceiptKey,
      }),
    transactions(period, { limit, startingAfter }) {
      const query = new URLSearchParams({ ...period, limit: String(limit) });
      if (startingAfter !== undefined) query.set("startingAfter", startingAfter);
      return line.call({
        method: "GET",
        path: `/v1/transactions?${query.toString()}`,
        accepts: areTransactions,
      });
    },
    async verifyHolder(account) {
      const answer = await line.call({
        method: "POST",
        path: "/v2/bank-accounts/verify-holder-name",
        body: account,
        accepts: holderResult,
      });
      return answer.kind === "ok"
        ? { kind: "ok", value: { isValid: answer.value.entityBody.isValid } }
        : answer;
    },
  };
};
