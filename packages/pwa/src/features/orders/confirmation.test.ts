import { AppError, type ErrorCode } from "@knowhow/shared";
import { describe, expect, it } from "vitest";
import { ConnectionError, HttpError } from "@knowhow/ui/components/failure.ts";
import { automaticRetries, confirmFailureOf, readPaymentResult, retryDelayOf } from "./confirmation.ts";

const read = (query: string) => readPaymentResult(new URLSearchParams(query));

describe("the values of /payment-success", () => {
  it("are all three, the amount a whole number", () => {
    expect(read("paymentKey=k&orderId=o&amount=10500&paymentType=NORMAL")).toEqual({
      paymentKey: "k",
      orderId: "o",
      amount: 10_500,
    });
    for (const query of [
      "orderId=o&amount=1", "paymentKey=k&amount=1", "paymentKey=k&orderId=o", "paymentKey=&orderId=o&amount=1",
      "paymentKey=k&orderId=o&amount=", "paymentKey=k&orderId=o&amount=-1", "paymentKey=k&orderId=o&amount=1.5",
      "paymentKey=k&orderId=o&amount=1e3", "paymentKey=k&orderId=o&amount=NaN",
    ]) expect(read(query), query).toBeUndefined(); // oxfmt-ignore
  });
});

describe("a failed confirmation", () => {
  const kind = (code: ErrorCode) => confirmFailureOf(new AppError(code));

  it("is never called a failure while the outcome is unknown", () => {
    for (const code of [
      "PAYMENT_PENDING",
      "PROVIDER_ERROR",
      "UNAVAILABLE",
      "INTERNAL",
      "RATE_LIMITED",
    ] as const)
      expect(kind(code), code).toBe("undecided");
    expect(confirmFailureOf(new ConnectionError())).toBe("undecided");
    expect(confirmFailureOf(new HttpError(502, "Bad Gateway"))).toBe("undecided");
  });

  it("is a refusal only where the order will certainly not be charged", () => {
    for (const code of ["PAYMENT_REFUSED", "ORDER_FAILED", "ORDER_EXPIRED", "ALREADY_PURCHASED"] as const)
      expect(kind(code), code).toBe("refused");
    for (const code of ["AMOUNT_MISMATCH", "NOT_FOUND", "NOT_ON_SALE", "VALIDATION"] as const)
      expect(kind(code), code).toBe("wrong");
  });

  it("waits as long as the server wishes, and longer from try to try", () => {
    const pending = (retryAfter: number) => new AppError("PAYMENT_PENDING", { retryAfter });
    expect(retryDelayOf(0, pending(3))).toBe(3_000);
    expect(retryDelayOf(0, pending(1))).toBe(2_000);
    expect(retryDelayOf(3, pending(1))).toBe(8_000);
    expect(retryDelayOf(0, pending(100_000))).toBe(60_000);
    const all = Array.from({ length: automaticRetries }, (_, failures) => retryDelayOf(failures, pending(0)));
    expect(all.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(60_000);
  });
});
