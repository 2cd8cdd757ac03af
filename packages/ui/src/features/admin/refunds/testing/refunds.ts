import type { AdminRefund } from "@knowhow/shared";

/** An id that ends so. */
export const idOf = (last: string): string => `01900000-0000-7000-8000-${last.padStart(12, "0")}`;

/** A request for money back that waits for a decision. */
export const buildRefund = (overrides: Partial<AdminRefund> = {}): AdminRefund => ({
  orderNumber: "KH20261121-000000000001",
  buyer: { id: idOf("a"), nickname: "서연" },
  seller: { id: idOf("b"), nickname: "지현" },
  content: { id: idOf("c"), title: "여행 영어" },
  amount: 10_500,
  paidAt: "2026-11-21T05:06:00.000Z",
  requestedAt: "2026-11-23T01:00:00.000Z",
  dueAt: "2026-11-26T15:00:00.000Z",
  isOverdue: false,
  reason: "설명과 달라요",
  state: "requested",
  deliveries: [{ kind: "download", fileName: "표현.pdf", at: "2026-11-22T01:00:00.000Z" }],
  chatRoomId: idOf("d"),
  decision: null,
  decisionReason: null,
  decidedBy: null,
  decidedAt: null,
  denial: null,
  completedAt: null,
  refusalCode: null,
  isCancellable: true,
  isTransferable: false,
  transferredAmount: null,
  consent: { version: "2026-11-23", at: "2026-11-20T01:00:00.000Z" },
  ...overrides,
});
