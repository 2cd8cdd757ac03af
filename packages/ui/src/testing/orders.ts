import type { Order, Purchase, Receipt } from "@knowhow/shared";

/** A paid order as the server would send it to its buyer. */
export const buildReceipt = (overrides: Partial<Receipt> = {}): Receipt => {
  const contentId = overrides.contentId ?? "01900000-0000-7000-8000-000000000001";
  return {
    id: "01900000-0000-7000-8000-0000000000d1",
    orderNumber: "KH20261121-000000000001",
    amount: 10_500,
    platformFee: 500,
    sellerAmount: 10_000,
    status: "paid",
    contentId,
    content: { id: contentId, title: "여행 영어", category: "language", mentorNickname: "지현" },
    paymentMethod: "카드",
    receiptUrl: null,
    createdAt: "2026-11-21T05:05:00.000Z",
    paidAt: "2026-11-21T05:06:00.000Z",
    refundableUntil: "2026-11-28T05:06:00.000Z",
    ...overrides,
  };
};

/** An order that was just made of a content that costs nothing. */
export const buildFreeOrder = (overrides: Partial<Order> = {}): Order => ({
  id: "01900000-0000-7000-8000-0000000000d1",
  orderNumber: "KH20261121-000000000001",
  amount: 0,
  platformFee: 0,
  sellerAmount: 0,
  status: "pending",
  contentId: "01900000-0000-7000-8000-000000000001",
  ...overrides,
});

/** A completed purchase as the server would send it. */
export const buildPurchase = (overrides: Partial<Purchase> = {}): Purchase => ({
  content: buildReceipt().content,
  amount: 0,
  orderNumber: "KH20261121-000000000001",
  chatRoomId: "01900000-0000-7000-8000-0000000000e1",
  ...overrides,
});
