import type { Config } from "../config.ts";

const timeoutMs = 15_000;

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
  receipt: { url: string } | null;
  cancels: { cancelAmount: number; transactionKey: string }[] | null;
}

/** The provider's answer to one call: its result, its definite refusal, or nothing that could be relied on. */
export type TossAnswer<T> =
  | { kind: "ok"; value: T }
  | { kind: "refused"; status: number; code: string; message: string }
  | { kind: "unknown"; reason: string };

/** The payment provider's REST calls that the product makes. None of them throws. */
export interface TossGateway {
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

/** Statuses below 500 that decide nothing: it took too long, the same call is still running, there were too many. */
const undecided = new Set([408, 409, 429]);

interface Call {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  idempotencyKey?: string;
}

interface Failure {
  code: string;
  message: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const failureOf = (body: unknown): Failure | undefined => {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : body;
  return isRecord(error) && typeof error["code"] === "string" && typeof error["message"] === "string"
    ? { code: error["code"], message: error["message"] }
    : undefined;
};

const isPayment = (body: unknown): body is TossPayment =>
  isRecord(body) &&
  typeof body["paymentKey"] === "string" &&
  typeof body["orderId"] === "string" &&
  typeof body["status"] === "string" &&
  typeof body["totalAmount"] === "number";

const hasReceiptKey = (body: unknown): body is { receiptKey: string } =>
  isRecord(body) && typeof body["receiptKey"] === "string";

const holderResult = (body: unknown): body is { entityBody: { isValid: boolean } } =>
  isRecord(body) && isRecord(body["entityBody"]) && typeof body["entityBody"]["isValid"] === "boolean";

/** Talks to Toss Payments, or to its stand-in: the same protocol, another base address. */
export const createTossGateway = (
  toss: Pick<Config["toss"], "secretKey">,
  apiBase: () => string,
): TossGateway => {
  const authorization = `Basic ${Buffer.from(`${toss.secretKey}:`).toString("base64")}`;
  const call = async <T>(
    { method, path, body, idempotencyKey }: Call,
    accepts: (value: unknown) => value is T,
  ): Promise<TossAnswer<T>> => {
    try {
      // The provider is the one host that this server calls, at an address from the configuration.
      const response = await fetch(`${apiBase()}${path}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
        headers: {
          authorization,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (response.ok) {
        return accepts(answer)
          ? { kind: "ok", value: answer }
          : { kind: "unknown", reason: "the answer has an unknown shape" };
      }
      const failure = failureOf(answer);
      return failure && response.status < 500 && !undecided.has(response.status)
        ? { kind: "refused", status: response.status, ...failure }
        : { kind: "unknown", reason: failure?.code ?? `status ${response.status}` };
    } catch (error) {
      return { kind: "unknown", reason: error instanceof Error ? error.name : "no answer" };
    }
  };
  return {
    confirm: (payment, idempotencyKey) =>
      call({ method: "POST", path: "/v1/payments/confirm", body: payment, idempotencyKey }, isPayment),
    paymentByKey: (paymentKey) =>
      call({ method: "GET", path: `/v1/payments/${encodeURIComponent(paymentKey)}` }, isPayment),
    paymentByOrder: (orderId) =>
      call({ method: "GET", path: `/v1/payments/orders/${encodeURIComponent(orderId)}` }, isPayment),
    cancel: (paymentKey, cancelReason, idempotencyKey) =>
      call(
        {
          method: "POST",
          path: `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
          body: { cancelReason },
          idempotencyKey,
        },
        isPayment,
      ),
    cashReceipt: (request, idempotencyKey) =>
      call(
        { method: "POST", path: "/v1/cash-receipts", body: { ...request, type: "소득공제" }, idempotencyKey },
        hasReceiptKey,
      ),
    async verifyHolder(account) {
      const answer = await call(
        { method: "POST", path: "/v2/bank-accounts/verify-holder-name", body: account },
        holderResult,
      );
      return answer.kind === "ok"
        ? { kind: "ok", value: { isValid: answer.value.entityBody.isValid } }
        : answer;
    },
  };
};
