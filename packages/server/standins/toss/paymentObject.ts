import type { Payment } from "./payments.ts";
import { standinPath } from "../../src/localToss.ts";
import { apiVersion } from "./standin.ts";
import { koreanTime } from "./times.ts";

/** The shop that every payment of the stand-in belongs to. */
export const merchantId = "tstandin";

/** The part of an amount that is value added tax: a tenth of the supply, rounded to the won. */
export function vatOf(amount: number): number {
  return Math.round(amount / 11);
}

/** The address of the sales slip that a buyer opens. */
export function receiptUrl(payment: Pick<Payment, "origin" | "paymentKey">): string {
  return `${payment.origin}${standinPath}/receipt/${payment.paymentKey}`;
}

function presentCard(payment: Payment): object | null {
  if (payment.card === null) return null;
  return {
    issuerCode: payment.card.issuerCode,
    acquirerCode: payment.card.issuerCode,
    number: payment.card.number,
    installmentPlanMonths: payment.card.installmentPlanMonths,
    isInterestFree: false,
    interestPayer: null,
    approveNo: payment.card.approveNo,
    useCardPoint: false,
    cardType: "신용",
    ownerType: "개인",
    acquireStatus: "READY",
    // Points of an easy-pay provider never reach the card.
    amount: payment.amount - (payment.easyPay?.discountAmount ?? 0),
  };
}

function presentCancels(payment: Payment): object[] | null {
  if (payment.cancels.length === 0) return null;
  return payment.cancels.map((cancel) => ({
    transactionKey: cancel.transactionKey,
    cancelReason: cancel.cancelReason,
    cancelAmount: cancel.cancelAmount,
    taxFreeAmount: 0,
    taxExemptionAmount: 0,
    refundableAmount: cancel.refundableAmount,
    transferDiscountAmount: 0,
    easyPayDiscountAmount: 0,
    canceledAt: cancel.canceledAt,
    cancelStatus: "DONE",
    cancelRequestId: null,
    receiptKey: null,
  }));
}

/** The provider's Payment object, every field named; times in Korean time, amounts in won. */
export function presentPayment(payment: Payment): object {
  const vat = vatOf(payment.balanceAmount);
  return {
    mId: merchantId,
    version: apiVersion,
    paymentKey: payment.paymentKey,
    type: "NORMAL",
    status: payment.status,
    lastTransactionKey: payment.lastTransactionKey,
    method: payment.method === "CARD" ? "카드" : "간편결제",
    orderId: payment.orderId,
    orderName: payment.orderName,
    requestedAt: koreanTime(new Date(payment.requestedAt)),
    approvedAt: payment.approvedAt === null ? null : koreanTime(new Date(payment.approvedAt)),
    useEscrow: false,
    cultureExpense: false,
    card: presentCard(payment),
    virtualAccount: null,
    transfer: null,
    mobilePhone: null,
    giftCertificate: null,
    cashReceipt: null,
    cashReceipts: null,
    discount: null,
    cancels: presentCancels(payment),
    secret: null,
    // Payments from before the provider was kept were of one only.
    easyPay:
      payment.method === "CARD"
        ? null
        : (payment.easyPay ?? { provider: "토스페이", amount: payment.amount, discountAmount: 0 }),
    country: "KR",
    failure: payment.failure,
    isPartialCancelable: true,
    receipt: payment.approvedAt === null ? null : { url: receiptUrl(payment) },
    checkout: { url: `${payment.origin}${standinPath}/pay/${payment.sessionId}` },
    currency: "KRW",
    totalAmount: payment.amount,
    balanceAmount: payment.balanceAmount,
    suppliedAmount: payment.balanceAmount - vat,
    vat,
    taxFreeAmount: 0,
    taxExemptionAmount: 0,
    metadata: null,
  };
}
