import type { Order as OrderView, Purchase, Receipt } from "@knowhow/shared";
import type { RefundView } from "./refundFacts.ts";
import type { Order } from "./Order.ts";

/** An order as the contract shows it. */
export const presentOrder = (
  order: Pick<
    Order,
    "id" | "orderNumber" | "amount" | "platformFee" | "sellerAmount" | "status" | "contentId"
  >,
): OrderView => ({
  id: order.id,
  orderNumber: order.orderNumber,
  amount: order.amount,
  platformFee: order.platformFee,
  sellerAmount: order.sellerAmount,
  status: order.status,
  contentId: order.contentId,
});

/** A receipt: content and mentor by their names at the time of the order. */
export const presentReceipt = (
  order: Order,
  { refundState, refundableUntil, refund, partCancels }: Omit<RefundView, "facts">,
): Receipt => ({
  ...presentOrder(order),
  content: {
    id: order.contentId,
    title: order.title,
    category: order.category,
    mentorNickname: order.mentorNickname,
  },
  paymentMethod: order.paymentMethod,
  receiptUrl: order.receiptUrl,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  refundableUntil,
  refundState,
  refund,
  partCancels,
});

/** A completed purchase's answer: the same for every repetition of the call. */
export const presentPurchase = (order: Order, chatRoomId: string): Purchase => ({
  content: {
    id: order.contentId,
    title: order.title,
    mentorNickname: order.mentorNickname,
    category: order.category,
  },
  amount: order.amount,
  orderNumber: order.orderNumber,
  chatRoomId,
});
