import type { TossPayment } from "../../gateways/toss.ts";

/** One movement of money as the provider lists it, beside our books' entries of it. */
export interface ListedMovement {
  transactionKey: string;
  paymentKey: string;
  orderNumber: string;
  /** Our id, where the order is known. */
  orderId: string | null;
  what: "charge" | "cancel";
  /** Won, always positive. */
  amount: number;
  /** Our booked charge of this very payment, or null. */
  booked: number | null;
  /** Our recorded refund of the order, and the provider's key of it, or null. */
  refunded: number | null;
  refundKey: string | null;
  /** Our record of this very cancel, or null. */
  noted: number | null;
}

/** One movement of money in our books; `key` is the provider's of a cancel, null of a charge. */
export interface BookedMovement {
  id: string;
  orderNumber: string;
  paymentKey: string;
  what: "charge" | "cancel";
  amount: number;
  key: string | null;
}

/** A difference between the two books; `won` is the provider's sum less ours. */
export interface Difference {
  subject: string;
  what: "charge" | "cancel";
  problem: "missing here" | "missing at the provider" | "another amount";
  orderNumber: string;
  /** Amounts in the books of the provider and of the product, as alerts keep them. */
  theirs: number | null;
  ours: number | null;
  won: number;
}

const between = (
  subject: string,
  { what, orderNumber }: Pick<Difference, "what" | "orderNumber">,
  listedAmount: number | null,
  bookedAmount: number | null,
): Difference => ({
  subject,
  what,
  orderNumber,
  problem:
    bookedAmount === null
      ? "missing here"
      : listedAmount === null
        ? "missing at the provider"
        : "another amount",
  theirs: listedAmount,
  ours: bookedAmount,
  won: ((listedAmount ?? 0) - (bookedAmount ?? 0)) * (what === "charge" ? 1 : -1),
});

/** Our books' amount of a movement; a charge that never became a purchase is explained by its refund. */
const bookedAmountOf = (movement: ListedMovement): number | null => {
  const { what, transactionKey, booked, refunded, refundKey, noted } = movement;
  if (what === "charge") return booked ?? refunded;
  if (noted !== null) return noted;
  return refundKey === transactionKey ? refunded : null;
};

/** Compares a movement that the provider lists with our books. */
export const judgeListed = (movement: ListedMovement): Difference | undefined => {
  const bookedAmount = bookedAmountOf(movement);
  return bookedAmount === movement.amount
    ? undefined
    : between(movement.transactionKey, movement, movement.amount, bookedAmount);
};

/** Compares a movement in our books with its payment; undefined when the provider does not know it. */
export const judgeBooked = (
  movement: BookedMovement,
  payment: TossPayment | undefined,
): Difference | undefined => {
  const isCharged =
    payment !== undefined &&
    payment.orderId === movement.orderNumber &&
    ["DONE", "CANCELED", "PARTIAL_CANCELED"].includes(payment.status);
  const charged = isCharged ? payment.totalAmount : null;
  const listedAmount =
    movement.what === "charge"
      ? charged
      : (payment?.cancels?.find(({ transactionKey }) => transactionKey === movement.key)?.cancelAmount ??
        null);
  return listedAmount === movement.amount
    ? undefined
    : between(movement.id, movement, listedAmount, movement.amount);
};
